import TestSupport
import Testing

/// `headwind test --bisect` on clients whose thresholds are known.
@Suite(.waiting) struct BisectCommandTests {
  /// Gives each step two seconds, as many clients do; another makes three tries of half a second.
  private static let client = #"""
    import os, socket, sys, time
    host, kind = os.environ["HEADWIND_URL"].split("/")[2], sys.argv[1]
    limit = 2 if kind == "timeout" else 0.5
    for attempt in range(1 if kind == "timeout" else 3):
        try:
            s = socket.create_connection((host, 80), limit)
            s.sendall(b"GET /x HTTP/1.1\r\nHost: a\r\n\r\n")
            data = b""
            while len(data.partition(b"\r\n\r\n")[2]) < 1000:
                part = s.recv(65536)
                if not part: raise OSError("closed")
                data += part
            sys.exit(0)
        except OSError as error: print(error)
    sys.exit(1)
    """#

  private static let suite = """
    scenarios:
      - id: mine.fetch
        ask: http://{here}/x
        shows: network-tried
        http: { requests: [[{ respond: { body: 1 KB } }]] }
        expect: [{ must: succeed }]
    """

  private func bisect(_ words: String, _ client: String) throws -> ToolResult {
    try BuiltCommand.test(
      "s.yaml \(words) -- python3 client.py \(client)", files: ["client.py": Self.client, "s.yaml": Self.suite])
  }

  @Test func aTimeoutOfTwoSecondsFailsFromTwoSecondsOfRoundTrip() throws {
    let result = try bisect("--bisect rtt --from '1 s' --to '3 s' --precision '200 ms'", "timeout")
    #expect(result.status == 0, "\(result.output)")
    #expect(
      result.output.contains("mine.fetch: fails from 2 s RTT; passes at 1.8 s")
        || result.output.contains("mine.fetch: fails from 2.2 s RTT; passes at 2 s"), "\(result.output)")
    #expect(result.output.contains("MUST succeed: it ended with status 1"), "\(result.output)")
  }

  /// The third try begins a second after the first request, and its SYN is not repeated within half a second.
  @Test func threeTriesOfHalfASecondOutlastAStallOfOneSecond() throws {
    let result = try bisect("--bisect stall --from '0 s' --to '3 s' --precision '200 ms' --json", "retries")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains(#""fails_from":1"#), "\(result.output)")
    #expect(result.output.contains(#""quantity":"stall""#), "\(result.output)")
  }

  @Test func lossHasAConfidence() throws {
    let result = try BuiltCommand.test(
      "--bisect loss --precision '5 %' --deadline 2 --seed 7 -- curl -sS --noproxy '*' -o '{output}' --max-time 2 '{url}'"
    )
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("link.bisect: fails from "), "\(result.output)")
    #expect(
      result.output.contains("% loss; passes at ") && result.output.contains("with 95 % confidence"), "\(result.output)"
    )
  }

  @Test(arguments: [
    (
      "--only body.stall --bisect rtt --to '1 s' --precision '500 ms' -- true", 0,
      "passes up to|could not be judged|fails already"
    ),
    ("--only link.flap --bisect rtt -- true", 2, "link.flap has phases of its own"),
    ("--bisect rtt --from '2 s' --to '1 s' -- true", 2, "make no range for rtt"),
    ("--bisect rtt --to 5 -- true", 2, "write a value such as '300 ms'"),
    ("--from '1 s' -- true", 2, "need --bisect"),
  ])
  func whatCannotBeSearchedIsSaid(words: String, status: Int, said: String) throws {
    let result = try BuiltCommand.test(words)
    #expect(result.status == Int32(status), "\(result.output)")
    #expect(said.split(separator: "|").contains { result.output.contains($0) }, "\(result.output)")
  }
}
