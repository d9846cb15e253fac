/// The checksum of TCP, UDP and ICMPv6: over a pseudo-header of addresses, protocol and length, and the segment
/// (RFC 9293 section 3.1, RFC 768, RFC 8200 section 8.1).
public enum TransportChecksum {
  /// The sum of an IPv4 pseudo-header.
  @inlinable
  public static func pseudoHeader(
    source: IPv4Address, destination: IPv4Address, protocolNumber: IPProtocol, length: Int
  ) -> InternetChecksum {
    var sum = InternetChecksum()
    sum.add(source.rawValue)
    sum.add(destination.rawValue)
    sum.add(UInt16(protocolNumber.rawValue))
    sum.add(UInt32(truncatingIfNeeded: length))
    return sum
  }

  /// The sum of an IPv6 pseudo-header.
  @inlinable
  public static func pseudoHeader(
    source: IPv6Address, destination: IPv6Address, protocolNumber: IPProtocol, length: Int
  ) -> InternetChecksum {
    var sum = InternetChecksum()
    sum.add(source.high)
    sum.add(source.low)
    sum.add(destination.high)
    sum.add(destination.low)
    sum.add(UInt32(truncatingIfNeeded: length))
    sum.add(UInt32(protocolNumber.rawValue))
    return sum
  }

  /// The sum of a pseudo-header of either version; addresses of different versions have none.
  @inlinable
  public static func pseudoHeader(
    source: IPAddress, destination: IPAddress, protocolNumber: IPProtocol, length: Int
  ) -> InternetChecksum? {
    switch (source, destination) {
    case (.v4(let source), .v4(let destination)):
      pseudoHeader(source: source, destination: destination, protocolNumber: protocolNumber, length: length)
    case (.v6(let source), .v6(let destination)):
      pseudoHeader(source: source, destination: destination, protocolNumber: protocolNumber, length: length)
    default: nil
    }
  }

  /// Where the checksum is within the transport header, or nil for a protocol that has none we know.
  @inlinable
  public static func fieldOffset(of protocolNumber: IPProtocol) -> Int? {
    switch protocolNumber {
    case .tcp: 16
    case .udp: 6
    case .icmp, .icmpv6: 2
    default: nil
    }
  }

  /// Whether the segment in `range`, whose checksum field is part of it, adds up.
  @inlinable
  public static func verify(_ bytes: Span<UInt8>, in range: Range<Int>, pseudoHeader: InternetChecksum) -> Bool {
    var sum = pseudoHeader
    sum.add(bytes, in: range)
    return sum.folded == 0xFFFF
  }

  /// Writes the right checksum into the segment in `range`. UDP's zero, which means "none", is written as 0xFFFF.
  public static func fill(
    _ bytes: inout [UInt8], in range: Range<Int>, protocolNumber: IPProtocol, pseudoHeader: InternetChecksum
  ) {
    guard let field = fieldOffset(of: protocolNumber), range.count >= field + 2 else { return }
    bytes.set(UInt16(0), at: range.lowerBound + field)
    var sum = pseudoHeader
    sum.add(bytes.span, in: range)
    let value = sum.value
    bytes.set(value == 0 && protocolNumber == .udp ? 0xFFFF : value, at: range.lowerBound + field)
  }
}
