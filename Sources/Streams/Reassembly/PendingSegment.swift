/// Bytes that wait for earlier ones.
struct PendingSegment {
  /// What an entry costs besides its bytes.
  static let overhead = 128

  var offset: Int64
  var bytes: [UInt8]
  var packet: PacketMark
  /// Up to where the sender had acknowledged the other stream.
  var acknowledged: Int64
  var isPacketStart: Bool

  var end: Int64 { offset + Int64(bytes.count) }
  var cost: Int { bytes.count + Self.overhead }
}
