import RecordCiphers
import Wire

/// A packet without its protection.
struct OpenedPacket {
  /// The first byte without its mask.
  var firstByte: UInt8
  /// The packet number.
  var number: UInt64
  /// How many bytes of it the header has.
  var numberLength: Int

  /// The bit that says which keys of 1-RTT packets are in force (RFC 9001 section 6).
  var keyPhase: Bool { firstByte & 0x04 != 0 }
}

/// Removes the protection of packets. Its memory is kept from packet to packet.
struct PacketOpener {
  /// The plaintext of the last packet that was opened.
  var plaintext = OpenedRecord()
  private var header: [UInt8] = []

  /// Removes the protection of a header (RFC 9001 section 5.4.1). What it gives is right only if the payload opens.
  ///
  /// - Parameter largest: the largest number that was read in the space.
  /// - Returns: nil if the packet is too short for a sample.
  static func unmask(
    _ packet: QUICPacketHeader, _ datagram: Span<UInt8>, _ keys: PacketKeys, largest: UInt64?
  ) -> OpenedPacket? {
    let sample = packet.numberOffset &+ 4
    guard packet.end &- sample >= PacketProtection.sampleLength,
      let mask = keys.protection.mask(datagram.extracting(sample..<sample &+ PacketProtection.sampleLength))
    else { return nil }
    let first = packet.firstByte ^ UInt8(truncatingIfNeeded: mask >> 32) & (packet.isLong ? 0x0F : 0x1F)
    let length = Int(first & 0x03) + 1
    let masked = UInt64(datagram.uint32(at: packet.numberOffset))
    let shift = UInt64(8 * (4 - length))
    let truncated = (masked ^ mask & 0xFFFF_FFFF) >> shift
    return OpenedPacket(
      firstByte: first, number: PacketNumber.decode(truncated, length: length, largest: largest), numberLength: length)
  }

  /// Decrypts the payload into ``plaintext``; false if it is not authentic (RFC 9001 section 5.3).
  mutating func open(
    _ packet: QUICPacketHeader, _ unmasked: OpenedPacket, _ datagram: Span<UInt8>, _ keys: PacketKeys
  ) -> Bool {
    let content = packet.numberOffset &+ unmasked.numberLength
    guard content <= packet.end, packet.end <= datagram.count else { return false }
    header.removeAll(keepingCapacity: true)
    header.append(copying: datagram.extracting(packet.start..<packet.numberOffset))
    header[0] = unmasked.firstByte
    for index in (0..<unmasked.numberLength).reversed() {
      header.append(UInt8(truncatingIfNeeded: unmasked.number >> UInt64(8 * index)))
    }
    return keys.protection.open(
      datagram.extracting(content..<packet.end), number: unmasked.number, header: header, into: &plaintext)
  }
}
