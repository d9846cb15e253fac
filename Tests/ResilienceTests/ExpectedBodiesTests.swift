import Streams
import TestSupport
import Testing
import Wire

@testable import Resilience

/// Which outputs are what the server sent: whole ones, and those that were put together from parts.
@Suite(.waiting) struct ExpectedBodiesTests {
  private func request(
    _ status: Int, _ body: String, isComplete: Bool = true, range: String? = nil, tag: String? = nil,
    isCoded: Bool = false
  ) -> ObservedRequest {
    let packet = PacketMark(number: 1, timestamp: TestFrames.start)
    var request = ObservedRequest(
      packet: packet, method: "GET", target: "/", stream: 0, status: status, bodyBytes: 0, isComplete: true)
    request.completed = isComplete ? packet : nil
    request.response = ReceivedBody(
      bytes: Array(body.utf8), range: range.flatMap(ContentRange.init), tag: tag, isCoded: isCoded)
    return request
  }

  private func accepts(_ output: String, _ requests: ObservedRequest...) -> Bool? {
    ExpectedBodies(requests).contain(Array(output.utf8))
  }

  @Test func aWholeBodyIsOne() {
    #expect(accepts("abc", request(200, "abc")) == true)
    #expect(accepts("ab", request(200, "abc")) == false)
    #expect(accepts("ab", request(200, "ab", isComplete: false)) == false)
    #expect(accepts("abc", request(500, "no"), request(200, "abc")) == true)
    #expect(accepts("no", request(500, "no")) == false)
  }

  @Test func aResumedBodyIsPutTogether() {
    let half = request(200, "abcd", isComplete: false, tag: "\"1\"")
    let rest = request(206, "efgh", range: "bytes 4-7/8", tag: "\"1\"")
    #expect(accepts("abcdefgh", half, rest) == true)
    #expect(accepts("efgh", half, rest) == false)
    // It had kept fewer bytes than it got, and asked for what it lacked.
    #expect(accepts("abcdefgh", half, request(206, "cdefgh", range: "bytes 2-7/8", tag: "\"1\"")) == true)
    // Another representation, a weak tag, and none on one side prove nothing.
    for tag in ["\"2\"", "W/\"1\"", nil] {
      #expect(accepts("abcdefgh", half, request(206, "efgh", range: "bytes 4-7/8", tag: tag)) == false)
    }
    #expect(accepts("abcdefgh", half, request(200, "abcdefgh", tag: "\"2\"")) == true)
    let second = request(206, "ef", isComplete: false, range: "bytes 4-7/8", tag: "\"1\"")
    #expect(accepts("abcdefgh", half, second, request(206, "gh", range: "bytes 6-7/8", tag: "\"1\"")) == true)
  }

  @Test func aPartThatWasAskedForIsWhole() {
    #expect(accepts("ef", request(206, "ef", range: "bytes 4-5/8")) == true)
    #expect(accepts("", request(200, "gz", isCoded: true)) == false)
    #expect(accepts("raw", request(200, "text", isCoded: true)) == nil)
  }

  @Test(arguments: ["bytes 4-7/8", "bytes 0-0/*", "BYTES 1-2/3"]) func rangesAreRead(text: String) {
    #expect(ContentRange(text) != nil)
  }

  @Test(arguments: ["", "bytes */8", "bytes 7-4/8", "bytes 4-8/8", "lines 1-2/3", "bytes 1-2", "bytes -1-2/3"])
  func whatIsNoRangeIsNotRead(text: String) {
    #expect(ContentRange(text) == nil)
  }

  private static let suite = """
    scenarios:
      - id: mine.resume
        ask: http://api.test/x
        shows: response-started
        http:
          connections:
            - - read-request
              - respond: { status: 200, headers: { ETag: '"1"', Accept-Ranges: bytes }, body: 40 KB, stop-after: 10 KB }
              - close
            - - read-request
              - respond:
                  status: 206
                  headers: { ETag: '"1"', Content-Range: bytes 10000-39999/40000 }
                  body: 30 KB
              - close
        expect: [{ must: succeed }]
      - id: mine.two
        ask: [http://api.test/one, http://api.test/two]
        shows: every-request-sent
        http: { requests: [[{ respond: { text: first } }], [{ respond: { text: second } }]] }
        expect: [{ must: succeed }]
    """

  /// curl resumes; a client that writes the wrong body for its second request is found out.
  @Test func aResumeIsNoFailureAndEachOutputCounts() throws {
    let resume =
      "sh -c 'curl -sS --noproxy x -o \"{output}\" \"{url}\" || exec curl -sS --noproxy x -C - -o \"{output}\" \"{url}\"'"
    let resumed = try BuiltCommand.test("s.yaml --only mine.resume -- \(resume)", files: ["s.yaml": Self.suite])
    #expect(resumed.status == 0, "\(resumed.output)")
    let client = """
      import json, os, sys, urllib.request
      if os.environ["HEADWIND_SCENARIO"].startswith("contract."): sys.exit(127)
      for request in json.loads(os.environ["HEADWIND_REQUESTS"]):
          body = urllib.request.urlopen(request["url"]).read()
          if sys.argv[1] == "right" or request["url"].endswith("one"): open(request["output"], "wb").write(body)
          else: open(request["output"], "wb").write(b"first")
      """
    for (kind, status) in [("right", 0), ("wrong", 1)] {
      let result = try BuiltCommand.test(
        "s.yaml --only mine.two -- /usr/bin/python3 c.py \(kind)", files: ["s.yaml": Self.suite, "c.py": client])
      #expect(Int(result.status) == status, "\(result.output)")
    }
  }
}
