/// Which packet of which side of which flow is being looked at.
struct StreamContext {
  /// The flow's slot.
  var flow: Int
  var side: FlowSide
  var now: PacketMark
  /// Up to where the sender had acknowledged the other side's stream when it sent the segment.
  var acknowledged: Int64
  /// Up to where the other side's stream was delivered; what was sent after more than that must wait.
  var reach = Int64.max
  /// Whether more of what was delivered may be remembered.
  var mayRemember = false

  func piece(at offset: Int64) -> StreamPiece {
    StreamPiece(
      flow: flow, side: side, offset: offset, packet: now, now: now, acknowledged: acknowledged, isPacketStart: true)
  }

  func finding(_ kind: TCPFinding.Kind, at offset: Int64, count: Int64) -> TCPFinding {
    TCPFinding(kind: kind, packet: now, side: side, offset: offset, count: count)
  }
}
