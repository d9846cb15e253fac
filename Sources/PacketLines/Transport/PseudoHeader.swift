import Wire

/// The pseudo-header of a packet in a list: the final destination counts, which a source route or a routing header may
/// hold instead of the IP header.
enum PseudoHeader {
  /// The sum, or nil if the captured bytes end within what it needs.
  static func sum(
    _ bytes: Span<UInt8>, _ ip: IPContext, _ number: IPProtocol, length: Int
  ) -> InternetChecksum? {
    do {
      if ip.version == 6 {
        return TransportChecksum.pseudoHeader(
          source: try bytes.ipv6Address(ip.offset + 8), destination: try finalIPv6Destination(bytes, ip.offset),
          protocolNumber: number, length: length)
      }
      return TransportChecksum.pseudoHeader(
        source: try bytes.ipv4Address(ip.offset + 12), destination: try finalIPv4Destination(bytes, ip.offset),
        protocolNumber: number, length: length & 0xFFFF)
    } catch {
      return nil
    }
  }

  private static func finalIPv4Destination(_ bytes: Span<UInt8>, _ start: Int) throws(Truncation) -> IPv4Address {
    let destination = try bytes.ipv4Address(start + 16)
    let end = start + Int(try bytes.get8(start) & 0xF) * 4
    var offset = start + 20
    while offset < end {
      let code = try bytes.get8(offset)
      if code == 0 { break }
      let length = code == 1 ? 1 : Int(try bytes.get8(offset + 1))
      guard length >= 1, code == 1 || length >= 2, length <= end - offset, bytes.has(length, at: offset) else { break }
      if code == 131 || code == 137, length >= 7 { return try bytes.ipv4Address(offset + length - 4) }
      offset += length
    }
    return destination
  }

  private static func finalIPv6Destination(_ bytes: Span<UInt8>, _ start: Int) throws(Truncation) -> IPv6Address {
    let destination = try bytes.ipv6Address(start + 24)
    var number = IPProtocol(rawValue: try bytes.get8(start + 6))
    var offset = start + 40
    while offset < bytes.count {
      switch number {
      case .hopByHop, .destinationOptions, IPProtocol(rawValue: 62), IPProtocol(rawValue: 135):
        number = IPProtocol(rawValue: try bytes.get8(offset))
        offset += (Int(try bytes.get8(offset + 1)) + 1) * 8
      case .fragment:
        number = IPProtocol(rawValue: try bytes.get8(offset))
        offset += 8
      case .routing: return try routedDestination(bytes, at: offset) ?? destination
      default: return destination
      }
    }
    return destination
  }

  private static func routedDestination(_ bytes: Span<UInt8>, at offset: Int) throws(Truncation) -> IPv6Address? {
    let words = Int(try bytes.get8(offset + 1))
    guard words % 2 == 0 else { return nil }
    switch try bytes.get8(offset + 2) {
    case 0, 2: return words == 0 ? nil : try bytes.ipv6Address(offset + 8 + (words / 2 - 1) * 16)
    case 4: return try bytes.ipv6Address(offset + 8)
    default: return nil
    }
  }
}
