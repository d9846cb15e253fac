import Foundation
import Glibc
import Testing

/// `headwind test` with the real curl on real links.
@Suite struct RealClientTests {
  private struct Result {
    var status: Int32
    var output: String
  }

  /// The built command, beside the tests.
  private static func command() throws -> String {
    let tests = try #require(
      realpath("/proc/self/exe", nil).map { path in
        defer { free(path) }
        return String(cString: path)
      })
    return try #require(tests.lastIndex(of: "/").map { tests[..<$0] }) + "/headwind"
  }

  /// Runs it in a directory of its own.
  /// - Parameter inspect: is given the directory of the captures before it is removed.
  private func headwindTest(_ words: String, inspect: (String) throws -> Void = { _ in }) throws -> Result {
    var template = Array("/tmp/headwind-resilience.XXXXXX".utf8CString)
    let directory = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { _ = system("rm -rf '\(directory)'") }
    let command = "cd '\(directory)' && '\(try Self.command())' test --captures '\(directory)/captures' \(words)"
    let pipe = try #require(popen(command + " 2>&1 </dev/null", "re"))
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { output += chunk[..<count] }
    let status = (pclose(pipe) >> 8) & 0xff
    try inspect(directory + "/captures")
    return Result(status: status, output: String(decoding: output, as: UTF8.self))
  }

  /// Each family with a real client: what curl does is known, and it does what it should.
  @Test func curlWithATimeLimitPassesAll() throws {
    let result = try headwindTest(
      "--deadline 2 --jobs 8 --skip link.nasty --skip link.bandwidth-drop --skip report.progress -- curl -sS --noproxy '*' -o '{output}' --max-time '{deadline}' '{url}'",
      inspect: Self.compareWithTshark)
    #expect(result.status == 0, "\(result.output)")
    #expect(!result.output.contains("FAIL"), "\(result.output)")
    for behaviour in ["no answer", "asked the name at", "FIN at", "with status 28", "told to cancel after"] {
      #expect(result.output.contains(behaviour), "\(result.output)")
    }
    #expect(result.output.contains("N/A   head.eof-post"), "\(result.output)")
  }

  /// What the judge reads in each capture is what tshark sees there.
  private static func compareWithTshark(captures: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: captures).filter { $0.hasSuffix(".pcapng") }
    #expect(names.count > 25)
    for name in names.sorted() {
      let capture = "\(captures)/\(name)"
      let (ours, theirs) = (try TsharkEvidence.ours(capture), try TsharkEvidence.theirs(capture))
      #expect(ours == theirs, "\(name)")
    }
  }

  @Test func curlThatPostsDoesItOnce() throws {
    let result = try headwindTest(
      """
      --deadline 3 --jobs 4 --only '*-post' --only 'upload.*' --only expect.silent --skip 'reuse.*' \
      -- curl -sS --noproxy '*' -X '{method}' --data-binary '@{body}' -o '{output}' --max-time '{deadline}' '{url}'
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("5 scenarios: 5 passed\n"), "\(result.output)")
  }

  /// A client with faults of each kind: it takes half a body for a whole one, and it never gives up.
  @Test func aClientThatBelievesAnythingFails() throws {
    let result = try headwindTest(
      "--deadline 1 --jobs 4 --only body.truncated-length --only head.stall -- sh -c 'curl -sS --noproxy \"*\" -o /dev/null {url}; true'"
    )
    #expect(result.status == 1, "\(result.output)")
    #expect(result.output.contains("MUST fail: it ended with status 0, as if all had gone well"), "\(result.output)")
    #expect(result.output.contains("MUST give up by the deadline (+10 %): it still ran"), "\(result.output)")
  }

  @Test func aClientThatAsksNothingIsNoPass() throws {
    let result = try headwindTest("--only dns.timeout -- false")
    #expect(result.status == 4, "\(result.output)")
    #expect(result.output.contains("never seen on the wire: a DNS query"), "\(result.output)")
  }

  /// Who answers 127 to a scenario that does not exist has read the contract; whoever does not, fails with it.
  @Test func only127OfAClientThatKnowsTheContractIsNotApplicable() throws {
    let knowing = try headwindTest("--only dns.timeout -- sh -c 'exit 127'")
    #expect(knowing.status == 0, "\(knowing.output)")
    #expect(knowing.output.contains("N/A   dns.timeout"), "\(knowing.output)")
    let guessing = try headwindTest(
      "--only head.eof -- sh -c 'case $HEADWIND_SCENARIO in contract*) exit 0;; esac; curl -s $HEADWIND_URL; exit 127'")
    #expect(guessing.output.contains("PASS  head.eof"), "\(guessing.output)")
  }

  @Test func aClientThatFloodsAndForksIsBounded() throws {
    let client = "sh -c '(sleep 300; sleep 300) & yes headwind | head -c 20000000; curl -sS \"$HEADWIND_URL\"; yes'"
    let result = try headwindTest("--deadline 1 --only dns.timeout -- \(client)")
    #expect(result.status == 1, "\(result.output)")
    #expect(result.output.contains("still running after"), "\(result.output)")
  }

  @Test func aClientThatIgnoresSignalsIsKilled() throws {
    let result = try headwindTest(
      "--only cancel.headers -- sh -c 'trap : INT TERM; curl -sS --noproxy \"*\" {url} & while :; do sleep 1; done'")
    #expect(result.status == 1, "\(result.output)")
    #expect(result.output.contains("MUST end within 2.00 s of the cancel: it still ran"), "\(result.output)")
  }

  @Test func aSuiteOfOnesOwnRuns() throws {
    let suite = """
      scenarios:
        - id: mine.slow
          ask: http://api.test/x
          shows: response-started
          http: { requests: [[{ respond: { status: 200, body: 3 KB, pace: { bytes: 1 KB, every: 300 ms } } }]] }
          expect: [{ must: succeed }, { should: end within 500 ms }]
      """
    let result = try headwindTest(
      "--list >/dev/null; printf '%s' '\(suite)' > s.yaml; '\(try Self.command())' test --captures c s.yaml -- curl -sS -o '{output}' '{url}'"
    )
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("SHOULD end within 0.50 s: it ended 0."), "\(result.output)")
  }
}
