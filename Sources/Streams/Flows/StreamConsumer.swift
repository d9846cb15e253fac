/// Who is told what the streams of the conversations say. Calls come in stream order for each side.
package protocol StreamConsumer {
  /// Bytes that the consumer holds on to, for the budget.
  var heldBytes: Int { get }
  /// A conversation has begun in a slot.
  mutating func open(_ flow: Int, _ identity: FlowIdentity)
  /// A SYN has gone by, or the answer to one.
  mutating func knock(_ flow: Int, _ side: FlowSide, isAnswer: Bool, _ now: PacketMark)
  /// The handshake is complete: when the SYN went by, and the first packet after it from the same side.
  mutating func connect(_ flow: Int, opened: PacketMark, connected: PacketMark)
  mutating func receive(_ bytes: Span<UInt8>, _ piece: StreamPiece)
  /// `count` bytes at `piece.offset` will never come.
  mutating func miss(_ count: Int64, _ piece: StreamPiece)
  /// The side has said FIN and all before it was delivered.
  mutating func end(_ flow: Int, _ side: FlowSide, _ now: PacketMark)
  /// The side has said RST.
  mutating func reset(_ flow: Int, _ side: FlowSide, _ now: PacketMark)
  /// True while the consumer waits to hear which bytes have arrived.
  var awaitsAcknowledgments: Bool { get }
  /// The side has acknowledged the other's stream up to an offset, at which its FIN counts as a byte. Told after each packet of the flow,
  /// also where nothing has changed, while `awaitsAcknowledgments`. The acknowledgment of a RST does not count.
  mutating func acknowledge(_ flow: Int, _ side: FlowSide, upTo offset: Int64)
  /// Something happened that is not in the streams.
  mutating func note(_ finding: TCPFinding, _ flow: Int)
  /// Nothing more will come of the flow; its slot may be used again.
  mutating func close(_ flow: Int, _ closure: FlowClosure, _ now: PacketMark)
}

extension StreamConsumer {
  package mutating func knock(_ flow: Int, _ side: FlowSide, isAnswer: Bool, _ now: PacketMark) {}
  package var awaitsAcknowledgments: Bool { false }
  package mutating func acknowledge(_ flow: Int, _ side: FlowSide, upTo offset: Int64) {}
}
