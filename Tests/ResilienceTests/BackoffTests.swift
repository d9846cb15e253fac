import Streams
import TestSupport
import Testing
import Wire

@testable import Resilience

/// How the pauses of a client that retries are judged: as a series, and by what the server asked for.
@Suite(.waiting) struct BackoffTests {
  private func verdict(_ demand: Demand, _ times: [Double], fields: String = "", request: String = "GET /x") -> Verdict?
  {
    var frames = TestFrames()
    for (index, time) in times.enumerated() {
      let port = UInt16(40000 + index)
      frames.tcp(.client, .syn, at: time - 0.002, port: port)
      frames.tcp(.server, [.syn, .ack], at: time - 0.001, port: port)
      let head = Array("\(request.split(separator: "|")[0]) HTTP/1.1\r\nHost: a\r\n\(Self.more(request))\r\n".utf8)
      frames.tcp(.client, [.ack, .psh], at: time, bytes: head, port: port)
      let response = Array("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\(fields)\r\n".utf8)
      frames.tcp(.server, [.ack, .psh], at: time + 0.001, bytes: response, port: port)
    }
    let scenario = Scenario(
      id: "a.b", requests: [AskedRequest(url: "http://a/x")], trigger: .requestSent, expectations: [.should(demand)])
    return Judge(deadline: 20_000_000_000).verdicts(
      on: scenario, TestFrames.outcome(seconds: 15, status: 1), frames.evidence
    ).first
  }

  private static func more(_ request: String) -> String {
    request.split(separator: "|").dropFirst().first.map { "\($0)\r\n" } ?? ""
  }

  @Test func theNumbersAreTold() throws {
    let burst = try #require(verdict(.backOff, [0.1, 0.26, 0.29, 0.32, 0.35, 0.38]))
    #expect(burst.kind == .warn)
    let words =
      "it waited 0.16, 0.03, 0.03, 0.03, 0.03 s between requests: the later half are 0.03 s on average, too short to relieve a server"
    #expect(burst.finding == words)
    let regular = try #require(verdict(.backOff, [0.1, 1.1, 2.1]))
    #expect(regular.finding == "it waited 1.00, 1.00 s between requests: they neither grow nor vary")
    #expect(verdict(.backOff, [0.1, 1.1, 3.1, 7.1])?.kind == .pass)
  }

  @Test func retryAfterIsALowerLimit() throws {
    let early = try #require(verdict(.backOff, [0.1, 1.1, 3.1], fields: "Retry-After: 2\r\n"))
    #expect(early.finding == "it sent GET /x again 1.00 s after a response with Retry-After: 2")
    #expect(early.packets.map(\.number) == [4, 7])
    #expect(verdict(.backOff, [0.1, 2.2, 6.4], fields: "Retry-After: 2\r\n")?.kind == .pass)
  }

  /// RFC 9110 section 9.2.2: a POST may be sent again by whoever knows that the server can tell.
  @Test func aKeyMakesCopiesOfAPOSTRecognizable() {
    #expect(verdict(.sendAtMost(requests: 1), [0.1, 1.1], request: "POST /x")?.kind == .warn)
    #expect(verdict(.sendAtMost(requests: 1), [0.1, 1.1], request: "POST /x|Idempotency-Key: 7")?.kind == .pass)
    #expect(verdict(.sendAtMost(requests: 1), [0.1, 1.1], request: "GET /x|Idempotency-Key: 7")?.kind == .warn)
  }
}
