/// Ethernet frames with IPv4 and TCP or UDP in them, checksums included.
enum PacketBytes {
  typealias Socket = (address: UInt32, port: UInt16)

  static func tcp(
    from source: Socket, to target: Socket, sequence: UInt32, acknowledgement: UInt32, flags: UInt8,
    _ payload: ArraySlice<UInt8>
  ) -> [UInt8] {
    var segment: [UInt8] = []
    segment.reserveCapacity(32 + payload.count)
    segment.add(source.port, target.port)
    segment.add(sequence, acknowledgement)
    // Eight words of header: the time-stamp option, after two bytes of padding.
    segment += [0x80, flags, 0x01, 0xF6, 0, 0, 0, 0, 1, 1, 8, 10]
    segment.add(sequence &>> 8, acknowledgement &>> 8)
    segment += payload
    return frame(6, source.address, target.address, &segment, checksumAt: 16)
  }

  static func udp(from source: Socket, to target: Socket, _ payload: [UInt8]) -> [UInt8] {
    var datagram: [UInt8] = []
    datagram.add(source.port, target.port, UInt16(8 + payload.count), 0)
    datagram += payload
    return frame(17, source.address, target.address, &datagram, checksumAt: 6)
  }

  private static func frame(
    _ protocolNumber: UInt8, _ source: UInt32, _ target: UInt32, _ payload: inout [UInt8], checksumAt: Int
  ) -> [UInt8] {
    var pseudo: [UInt8] = []
    pseudo.add(source, target)
    pseudo.add(UInt16(protocolNumber), UInt16(payload.count))
    payload.set(checksum(sum(pseudo) &+ sum(payload)), at: checksumAt)
    var header: [UInt8] = [0x45, 0]
    header.add(UInt16(20 + payload.count), UInt16(truncatingIfNeeded: source ^ UInt32(payload.count)), 0x4000)
    header += [64, protocolNumber, 0, 0]
    header.add(source, target)
    header.set(checksum(sum(header)), at: 10)
    return [2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 8, 0] + header + payload
  }

  private static func sum(_ bytes: [UInt8]) -> UInt64 {
    var sum: UInt64 = 0
    for index in stride(from: 0, to: bytes.count & ~1, by: 2) {
      sum &+= UInt64(bytes[index]) << 8 | UInt64(bytes[index + 1])
    }
    return bytes.count & 1 == 0 ? sum : sum &+ UInt64(bytes[bytes.count - 1]) << 8
  }

  private static func checksum(_ sum: UInt64) -> UInt16 {
    var sum = sum
    while sum > 0xFFFF { sum = (sum & 0xFFFF) + (sum >> 16) }
    return ~UInt16(sum)
  }
}

extension [UInt8] {
  /// Appends numbers in network byte order.
  mutating func add<Value: FixedWidthInteger>(_ values: Value...) {
    for value in values {
      Swift.withUnsafeBytes(of: value.bigEndian) { append(contentsOf: $0) }
    }
  }

  mutating func set(_ value: UInt16, at index: Int) {
    self[index] = UInt8(value >> 8)
    self[index + 1] = UInt8(value & 0xFF)
  }
}
