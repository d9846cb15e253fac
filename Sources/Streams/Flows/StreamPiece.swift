/// Where bytes of a stream come from.
package struct StreamPiece {
  /// The flow's slot in the table.
  package var flow: Int
  /// Who sent them.
  package var side: FlowSide
  /// The offset of the first of them in the sender's stream.
  package var offset: Int64
  /// The packet that they came in.
  package var packet: PacketMark
  /// The packet that made them deliverable: `packet` unless they had to wait for earlier ones.
  package var now: PacketMark
  /// Up to where the sender had acknowledged the other side's stream when it sent them.
  package var acknowledged: Int64
  /// Whether they are the first of the packet's payload.
  package var isPacketStart: Bool
  /// Whether the stream was seen from its beginning.
  package var isFromBeginning: Bool

  package init(
    flow: Int, side: FlowSide, offset: Int64, packet: PacketMark, now: PacketMark, acknowledged: Int64,
    isPacketStart: Bool, isFromBeginning: Bool = false
  ) {
    self.flow = flow
    self.side = side
    self.offset = offset
    self.packet = packet
    self.now = now
    self.acknowledged = acknowledged
    self.isPacketStart = isPacketStart
    self.isFromBeginning = isFromBeginning
  }
}
