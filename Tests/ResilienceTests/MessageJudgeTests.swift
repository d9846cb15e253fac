import HTTP2
import Streams
import Testing
import Wire

@testable import FarSide
@testable import Resilience

/// What the judge says of made-up WebSockets, event streams and gRPC calls.
@Suite struct MessageJudgeTests {
  /// A connection whose ends send bytes at times.
  private struct Connection {
    private struct Segment {
      var sender: TestFrames.Sender
      var flags: TCPFlags
      var bytes: [UInt8] = []
      var port: UInt16 = 40000
      var time: Double
    }

    private var sent = [
      Segment(sender: .client, flags: .syn, time: 0), Segment(sender: .server, flags: [.syn, .ack], time: 0),
    ]

    /// Read anew each time, because reading to the end leaves nothing to add to.
    var evidence: WireEvidence {
      var frames = TestFrames()
      var (own, other): (UInt32, UInt32) = (1, 1)
      for segment in sent {
        frames.tcp(
          segment.sender, segment.flags, at: segment.time, bytes: segment.bytes, port: segment.port,
          sequence: segment.sender == .client ? own : other)
        if segment.sender == .client {
          own += UInt32(segment.bytes.count)
        } else {
          other += UInt32(segment.bytes.count)
        }
      }
      return frames.evidence
    }

    mutating func client(_ bytes: [UInt8], at seconds: Double) {
      sent.append(Segment(sender: .client, flags: [.ack], bytes: bytes, time: seconds))
    }

    mutating func server(_ bytes: [UInt8], at seconds: Double) {
      sent.append(Segment(sender: .server, flags: [.ack], bytes: bytes, time: seconds))
    }

    mutating func close(_ sender: TestFrames.Sender, at seconds: Double) {
      sent.append(Segment(sender: sender, flags: [.fin, .ack], time: seconds))
    }

    /// The client asks for another connection.
    mutating func ask(from port: UInt16, at seconds: Double) {
      sent.append(Segment(sender: .client, flags: .syn, port: port, time: seconds))
    }
  }

  private static func webSocket() -> Connection {
    var connection = Connection()
    connection.client(
      Array(
        "GET /a HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: a\r\n\r\n".utf8),
      at: 0.1)
    connection.server(WebSocketFrames.handshake(key: "a", WebSocketConduct()), at: 0.2)
    return connection
  }

  private static func frame(_ opcode: UInt8, _ payload: [UInt8], isMasked: Bool) -> [UInt8] {
    WebSocketFrames.bytes(of: ScriptedWebSocketFrame(opcode: opcode, isMasked: isMasked, payload: payload))
  }

  private func finding(
    _ demand: Demand, _ connection: Connection, seconds: Double = 4, use: Use = .webSocket, status: Int32 = 1,
    knowsContract: Bool = true
  ) -> String? {
    let scenario = Scenario(
      id: "a.b", requests: [AskedRequest(url: "ws://a/a")], trigger: .clientStarted, use: use,
      expectations: [.must(demand)])
    let outcome = TestFrames.outcome(seconds: seconds, status: status)
    let verdict = Judge(deadline: 5_000_000_000, knowsContract: knowsContract).verdicts(
      on: scenario, outcome, connection.evidence)[0]
    return verdict.kind == .pass ? nil : verdict.finding
  }

  @Test func aPingWantsThePongWithItsBytes() {
    var connection = Self.webSocket()
    connection.server(Self.frame(9, [65], isMasked: false), at: 1)
    #expect(finding(.answerPings, connection) == "it did not answer the ping at 1.00 s")
    connection.client(Self.frame(10, [66], isMasked: true), at: 1.1)
    #expect(finding(.answerPings, connection) == "it did not answer the ping at 1.00 s")
    connection.client(Self.frame(10, [65], isMasked: true), at: 1.2)
    #expect(finding(.answerPings, connection) == nil)
  }

  @Test func aCloseFrameWantsAnAnswerInTime() {
    var connection = Self.webSocket()
    connection.server(Self.frame(8, [3, 232], isMasked: false), at: 1)
    #expect(finding(.answerClose(within: 500_000_000), connection) == "it did not answer the close frame at 1.00 s")
    connection.client(Self.frame(8, [3, 232], isMasked: true), at: 2)
    #expect(finding(.answerClose(within: 500_000_000), connection) == "it answered the close frame only after 1.00 s")
    #expect(finding(.answerClose(within: 1_500_000_000), connection) == nil)
    // An answer is no close of its own.
    #expect(finding(.closeWith(code: 1000), connection) == "it sent no close frame of its own")
  }

  @Test func aCloseFrameHasTheRightCode() {
    var connection = Self.webSocket()
    connection.server(Self.frame(1, [65], isMasked: false), at: 1)
    connection.client(Self.frame(8, [3, 239], isMasked: true), at: 1.1)
    #expect(finding(.closeWith(code: 1007), connection) == nil)
    #expect(finding(.closeWith(code: 1002), connection) == "it closed with code 1007 at 1.10 s")
  }

  @Test func silenceIsNoticedByAFINOrByAnotherConnection() {
    var connection = Self.webSocket()
    let demand = Demand.noticeSilence(within: 1_000_000_000)
    #expect(finding(demand, connection) == "the last data came at 0.20 s, and it noticed the silence 3.80 s later")
    #expect(finding(demand, connection, seconds: 1) == nil)
    var other = connection
    other.close(.client, at: 0.9)
    #expect(finding(demand, other) == nil)
    connection.ask(from: 40001, at: 1.1)
    #expect(finding(demand, connection) == nil)
  }

  @Test func aStreamGoesOnAfterItsLastEvent() {
    func connection(_ field: String) -> Connection {
      var connection = Connection()
      let head = "GET /a HTTP/1.1\r\nHost: a\r\nAccept: text/event-stream\r\n"
      let response =
        "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: 18\r\n\r\nid: 7\ndata: one\n\n\n"
      connection.client(Array((head + "\r\n").utf8), at: 0.1)
      connection.server(Array(response.utf8), at: 0.2)
      connection.client(Array((head + field + "\r\n").utf8), at: 0.5)
      connection.server(Array(response.utf8), at: 0.6)
      return connection
    }
    let demand = Demand.resumeFrom(ids: ["7"])
    #expect(finding(demand, connection("Last-Event-ID: 7\r\n"), use: .eventStream) == nil)
    #expect(
      finding(demand, connection("Last-Event-ID: 8\r\n"), use: .eventStream)
        == "it asked for the stream again with Last-Event-ID: 8")
    #expect(finding(demand, connection(""), use: .eventStream) == "it asked for the stream again without Last-Event-ID")
    let lines = MessageLines(connection("").evidence.requests)
    #expect(lines.all == Array("one\none\n".utf8) && lines.isKnown)
    for (text, isRight) in [("", true), ("one\n", true), ("one\none\n", true), ("one", false), ("one\non", false)] {
      #expect(lines.begin(with: Array(text.utf8)) == isRight, "\(text)")
    }
    #expect(!lines.begin(with: Array("one\none\none\n".utf8)))
  }

  @Test func aCallSaysHowLongItWaits() {
    func connection(_ fields: [(String, String)]) -> Connection {
      var connection = Connection()
      let head = [(":method", "POST"), (":scheme", "http"), (":path", "/a"), ("content-type", "application/grpc")]
      let fields = (head + fields).map { ScriptedResponse.Header($0.0, $0.1) }
      let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + HTTP2Frames.settings([])
      connection.client(preface + HTTP2Frames.head(fields, stream: 1, endsStream: true), at: 1)
      return connection
    }
    #expect(finding(.sendTimeout, connection([("grpc-timeout", "4S")]), use: .grpc) == nil)
    #expect(finding(.sendTimeout, connection([]), use: .grpc) == "it sent no grpc-timeout at 1.00 s")
    #expect(
      finding(.sendTimeout, connection([("grpc-timeout", "6S")]), use: .grpc)
        == "it sent a grpc-timeout of 6.00 s, 4.50 s before its deadline")
  }

  @Test func whoeverDoesNotSpeakTheProtocolIsNotConcerned() {
    var plain = Connection()
    plain.client(Array("GET /a HTTP/1.1\r\nHost: a\r\n\r\n".utf8), at: 0.1)
    for use in [Use.webSocket, .eventStream, .grpc] {
      #expect(finding(.succeed, plain, use: use) == use.absence)
    }
    // A program that does not know the scheme of the URL ends at once.
    let scenario = Scenario(
      id: "a.b", requests: [AskedRequest(url: "ws://a/a")], trigger: .upgraded, use: .webSocket,
      expectations: [.should(.backOff)])
    let outcome = TestFrames.outcome(seconds: 0.1, status: 1)
    let judge = Judge(deadline: 5_000_000_000, knowsContract: false)
    #expect(judge.verdicts(on: scenario, outcome, TestFrames().evidence).map(\.kind) == [.notApplicable])
    let knowing = Judge(deadline: 5_000_000_000, knowsContract: true)
    #expect(knowing.verdicts(on: scenario, outcome, TestFrames().evidence).map(\.kind) == [.inconclusive])
  }
}
