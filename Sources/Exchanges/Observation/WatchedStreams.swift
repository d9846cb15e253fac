import Streams
import Wire

/// Reads HTTP in the streams of conversations, and keeps a ledger of them.
struct WatchedStreams: StreamConsumer {
  var http: HTTPStreams
  var ledger: ConnectionLedger

  var heldBytes: Int { http.heldBytes }

  mutating func open(_ flow: Int, _ identity: FlowIdentity) {
    ledger.open(flow, stream: identity.stream)
    http.open(flow, identity)
  }

  mutating func connect(_ flow: Int, opened: PacketMark, connected: PacketMark) {
    http.connect(flow, opened: opened, connected: connected)
  }

  mutating func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece) { http.receive(bytes, piece) }

  mutating func miss(_ count: Int64, _ piece: StreamPiece) { http.miss(count, piece) }

  mutating func end(_ flow: Int, _ side: FlowSide, _ now: PacketMark) { http.end(flow, side, now) }

  mutating func reset(_ flow: Int, _ side: FlowSide, _ now: PacketMark) { http.reset(flow, side, now) }

  var awaitsAcknowledgments: Bool { http.awaitsAcknowledgments }

  mutating func acknowledge(_ flow: Int, _ side: FlowSide, upTo offset: Int64) {
    http.acknowledge(flow, side, upTo: offset)
  }

  mutating func note(_ finding: TCPFinding, _ flow: Int) { http.note(finding, flow) }

  mutating func close(_ flow: Int, _ closure: FlowClosure, _ now: PacketMark) { http.close(flow, closure, now) }
}
