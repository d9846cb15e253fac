/// Where bytes of a stream come from.
struct StreamPiece {
  /// The flow's slot in the table.
  var flow: Int
  /// Who sent them.
  var side: FlowSide
  /// The offset of the first of them in the sender's stream.
  var offset: Int64
  /// The packet that they came in.
  var packet: PacketMark
  /// The packet that made them deliverable: `packet` unless they had to wait for earlier ones.
  var now: PacketMark
  /// Up to where the sender had acknowledged the other side's stream when it sent them.
  var acknowledged: Int64
  /// Whether they are the first of the packet's payload.
  var isPacketStart: Bool
  /// Whether the stream was seen from its beginning.
  var isFromBeginning = false
}
