/// Bytes that wait for earlier ones.
package struct PendingSegment {
  /// What an entry costs besides its bytes.
  package static let overhead = 128

  package var offset: Int64
  package var bytes: [UInt8]
  package var packet: PacketMark
  /// Up to where the sender had acknowledged the other stream.
  package var acknowledged: Int64
  package var isPacketStart: Bool

  package init(
    offset: Int64, bytes: [UInt8], packet: PacketMark, acknowledged: Int64 = 0, isPacketStart: Bool = true
  ) {
    self.offset = offset
    self.bytes = bytes
    self.packet = packet
    self.acknowledged = acknowledged
    self.isPacketStart = isPacketStart
  }

  package var end: Int64 { offset + Int64(bytes.count) }
  package var cost: Int { bytes.count + Self.overhead }
}
