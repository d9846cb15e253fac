import HTTP2
import Streams
import Testing
import Wire

@testable import FarSide
@testable import Resilience

/// What the judge says of made-up connections of HTTP/2.
@Suite struct HTTP2JudgeTests {
  /// A connection whose ends send frames at times.
  private struct Connection {
    private var sent: [(sender: TestFrames.Sender, bytes: [UInt8], time: Double)] = []

    init() {
      client(Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + HTTP2Frames.settings([]), at: 0.1)
      server(HTTP2Frames.settings([]), at: 0.2)
    }

    /// Read anew each time, because reading to the end leaves nothing to add to.
    var evidence: WireEvidence {
      var frames = TestFrames()
      frames.tcp(.client, .syn, at: 0)
      frames.tcp(.server, [.syn, .ack], at: 0.1)
      var (own, other): (UInt32, UInt32) = (1, 1)
      for (sender, bytes, time) in sent {
        frames.tcp(sender, [.ack], at: time, bytes: bytes, sequence: sender == .client ? own : other)
        if sender == .client { own += UInt32(bytes.count) } else { other += UInt32(bytes.count) }
      }
      return frames.evidence
    }

    mutating func client(_ bytes: [UInt8], at seconds: Double) { sent.append((.client, bytes, seconds)) }

    mutating func server(_ bytes: [UInt8], at seconds: Double) { sent.append((.server, bytes, seconds)) }

    mutating func request(_ stream: UInt32, _ method: String = "GET", _ path: String = "/a", at seconds: Double) {
      let fields = [(":method", method), (":scheme", "http"), (":authority", "a"), (":path", path)]
      client(
        HTTP2Frames.head(fields.map { ScriptedResponse.Header($0.0, $0.1) }, stream: stream, endsStream: true),
        at: seconds)
    }

    mutating func response(_ stream: UInt32, at seconds: Double) {
      server(
        HTTP2Frames.head([ScriptedResponse.Header(":status", "200")], stream: stream, endsStream: true), at: seconds)
    }
  }

  private func verdict(_ demand: Demand, _ connection: Connection) -> Verdict {
    let scenario = Scenario(
      id: "a.b", requests: [AskedRequest(url: "http://a/a")], trigger: .requestSent, use: .http2,
      expectations: [.must(demand)])
    let outcome = TestFrames.outcome(seconds: 9, status: 1)
    return Judge(deadline: 5_000_000_000).verdicts(on: scenario, outcome, connection.evidence)[0]
  }

  @Test func aStreamAfterGoawayIsCited() {
    var connection = Connection()
    connection.request(1, at: 0.3)
    connection.response(1, at: 0.4)
    connection.server(HTTP2Frames.goaway(last: 1, .noError), at: 0.5)
    // It may have been on its way.
    connection.request(3, at: 0.55)
    #expect(verdict(.openNoStreamAfterGoaway, connection).kind == .pass)
    connection.request(5, at: 0.8)
    let broken = verdict(.openNoStreamAfterGoaway, connection)
    #expect(broken.kind == .fail && broken.packets.map(\.number) == [7, 9], "\(broken)")
    #expect(broken.finding == "it opened a stream for GET /a 0.30 s after the GOAWAY")
  }

  @Test func onlyWhatWasNotProcessedMayBeRepeated() {
    var connection = Connection()
    connection.request(1, "POST", at: 0.3)
    connection.server(HTTP2Frames.resetStream(1, .refusedStream), at: 0.4)
    connection.request(3, "POST", at: 0.5)
    connection.server(HTTP2Frames.goaway(last: 1, .noError), at: 0.6)
    connection.request(5, "POST", at: 0.65)
    #expect(verdict(.repeatOnlyIdempotent, connection).kind == .pass)
    connection = Connection()
    connection.request(1, at: 0.3)
    connection.request(3, at: 0.4)
    connection.request(5, "POST", at: 0.5)
    #expect(verdict(.repeatOnlyIdempotent, connection).kind == .pass)
    connection.server(HTTP2Frames.resetStream(5, .cancel), at: 0.6)
    connection.request(7, "POST", at: 0.7)
    #expect(verdict(.repeatOnlyIdempotent, connection).finding == "it sent POST /a 2 times, at 0.50, 0.70 s")
  }

  @Test func streamsAreCountedWhileTheyAreOpen() {
    var connection = Connection()
    connection.request(1, at: 0.4)
    connection.response(1, at: 0.5)
    connection.request(3, at: 0.6)
    #expect(verdict(.keepToStreams(count: 1), connection).kind == .pass)
    connection.request(5, at: 0.7)
    let broken = verdict(.keepToStreams(count: 1), connection)
    #expect(broken.finding == "it opened a stream for GET /a beside 1 open ones", "\(broken)")
    #expect(verdict(.keepToStreams(count: 2), connection).kind == .pass)
  }

  @Test func bytesAreCounted() {
    var connection = Connection()
    let fields = [(":method", "POST"), (":scheme", "http"), (":authority", "a"), (":path", "/a")]
    connection.client(
      HTTP2Frames.head(fields.map { ScriptedResponse.Header($0.0, $0.1) }, stream: 1, endsStream: false), at: 0.3)
    connection.client(HTTP2Frames.frame(.data, stream: 1, [UInt8](repeating: 0, count: 1000)), at: 0.4)
    #expect(verdict(.sendOfBodyAtMost(bytes: 1000), connection).kind == .pass)
    #expect(verdict(.sendOfBodyAtMost(bytes: 999), connection).finding == "it sent 1000 bytes")
    // Nine bytes of SETTINGS.
    #expect(verdict(.takeAtMost(bytes: 9), connection).kind == .pass)
    #expect(verdict(.takeAtMost(bytes: 8), connection).finding == "it took 9 bytes, the last at 0.20 s")
  }

  @Test func aClientOfHTTP1IsNotConcerned() {
    var frames = TestFrames()
    frames.tcp(.client, .syn, at: 0)
    frames.tcp(.server, [.syn, .ack], at: 0.1)
    frames.tcp(.client, [.ack], at: 0.2, bytes: Array("GET /a HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
    frames.tcp(.server, [.ack], at: 0.3, bytes: Array("HTTP/1.1 505 No\r\nContent-Length: 0\r\n\r\n".utf8))
    let scenario = Scenario(
      id: "a.b", requests: [AskedRequest(url: "http://a/a")], trigger: .streamReset, use: .http2,
      expectations: [.must(.succeed)])
    let outcome = TestFrames.outcome(seconds: 1, status: 1)
    let verdicts = Judge(deadline: 5_000_000_000).verdicts(on: scenario, outcome, frames.evidence)
    #expect(verdicts.map(\.kind) == [.notApplicable], "\(verdicts)")
  }
}
