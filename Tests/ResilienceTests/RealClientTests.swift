import Foundation
import Glibc
import Streams
import TestSupport
import Testing

@testable import Resilience

/// `headwind test` with the real curl on real links.
@Suite(.waiting) struct RealClientTests {
  private func headwindTest(
    _ words: String, inspect: (String) throws -> Void = { _ in }
  ) throws -> ToolResult {
    try BuiltCommand.test(words, inspect: inspect)
  }

  /// Each family with a real client: what curl does is known, and it does what it should.
  @Test func curlWithATimeLimitPassesAll() throws {
    let result = try headwindTest(
      "--deadline 2 --jobs 8 --skip link.nasty --skip link.bandwidth-drop --skip report.progress --skip tls.truncated --skip portal.captive --skip portal.page --skip portal.required -- curl -sS --noproxy '*' -o '{output}' --max-time '{deadline}' '{url}'",
      inspect: Self.compareWithTshark)
    #expect(result.status == 0, "\(result.linesNotPassed)")
    #expect(!result.output.contains("FAIL"), "\(result.linesNotPassed)")
    for behaviour in ["no answer", "asked the name at", "FIN at", "with status 28", "told to cancel after"] {
      #expect(result.output.contains(behaviour), "\(result.output)")
    }
    #expect(result.output.contains("N/A   head.eof-post"), "\(result.output)")
  }

  /// curl cannot know that a page of HTML is not what was asked for.
  @Test func curlSavesTheLoginPage() throws {
    let result = try headwindTest("--only portal.page -- curl -sS --noproxy '*' -o '{output}' '{url}'")
    #expect(result.status == 1, "\(result.output)")
    #expect(result.output.contains("MUST fail: it ended with status 0, as if all had gone well"), "\(result.output)")
  }

  /// curl 7.88 takes a FIN without close_notify for the end of a body, which RFC 9112 section 9.8 forbids where no length is known.
  @Test func curlBelievesATruncatedBodyWithinTLS() throws {
    let result = try headwindTest(
      "--only tls.truncated -- curl -sS --noproxy '*' --cacert '{ca}' -o '{output}' '{url}'")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("SHOULD fail: it ended with status 0, as if all had gone well"), "\(result.output)")
  }

  /// What is said of a request within TLS is what its packets say, not the servers' log. The report has the request, and not the
  /// secrets.
  @Test func requestsWithinTLSAreReadFromTheirPackets() throws {
    let result = try headwindTest(
      "--only tls.good --report json=captures/report.json -- curl -sS --noproxy '*' --cacert '{ca}' -o '{output}' '{url}'"
    ) { captures in
      let evidence = try WireEvidence(capture: "\(captures)/tls.good.pcapng")
      let request = try #require(evidence.requests.first)
      #expect(evidence.requests.count == 1 && request.stream == 0 && request.target == "/item" && request.status == 200)
      #expect(evidence.connections.map(\.firstRequest) == [request.packet])
      #expect(evidence.connections.map(\.firstResponse) == [request.answered] && request.completed != nil)
      let report = try JSONDecoder().decode(
        SuiteReport.self, from: Data(contentsOf: URL(filePath: "\(captures)/report.json")))
      let scenario = try #require(report.scenarios.first)
      #expect(scenario.exchanges.map(\.url) == ["https://api.test/item"] && scenario.exchanges[0].bodyBytes > 0)
      let row = scenario.packets.first { $0.number == request.packet.number }
      #expect(row?.notes.contains("within TLS: GET https://api.test/item") == true)
      let embedded = try #require(scenario.captureBytes.flatMap { Data(base64Encoded: $0) })
      #expect(embedded.count > 1000 && embedded.firstRange(of: Data("TRAFFIC_SECRET".utf8)) == nil)
      let kept = try Data(contentsOf: URL(filePath: "\(captures)/tls.good.pcapng"))
      #expect(kept.firstRange(of: Data("TRAFFIC_SECRET".utf8)) != nil)
    }
    #expect(result.status == 0, "\(result.everything)")
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
      --deadline 3 --jobs 4 --only 'head.*-post' --only upload.early-response --only upload.stalled --only upload.reuse --only expect.silent \
      -- curl -sS --noproxy '*' -X '{method}' --data-binary '@{body}' -o '{output}' --max-time '{deadline}' '{url}'
      """)
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("6 scenarios: 5 passed, 1 not applicable\n"), "\(result.output)")
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

  /// A shell's background job ignores SIGINT; the client must hear of the cancel all the same.
  @Test func signalsThatWeIgnoreReachTheClient() throws {
    let result = try BuiltCommand.test(
      "--only cancel.body --only cancel.exit -- curl -sS --noproxy '*' -o '{output}' '{url}'",
      before: "trap '' INT TERM")
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.hasSuffix("2 scenarios: 2 passed\n"), "\(result.output)")
  }

  @Test func aClientThatAsksNothingIsNoPass() throws {
    let result = try headwindTest("--only dns.timeout -- false")
    #expect(result.status == 4, "\(result.output)")
    #expect(result.output.contains("never seen: a DNS query; the client ended with status 1"), "\(result.output)")
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
      "--list >/dev/null; printf '%s' '\(suite)' > s.yaml; '\(BuiltProducts.headwind)' test --captures c s.yaml -- curl -sS -o '{output}' '{url}'"
    )
    #expect(result.status == 0, "\(result.output)")
    #expect(result.output.contains("SHOULD end within 0.50 s: it ended 0."), "\(result.output)")
  }
}
