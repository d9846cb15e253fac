import Wire

/// A fragment of an IP packet, as the headers of its frame say.
struct IPFragment {
  var key: FragmentKey
  var place: FragmentPlace
  /// Its payload in the frame.
  var payload: Range<Int>

  /// The fragment in a frame, if it is one and all of it was captured.
  init?(_ headers: PacketHeaders, _ bytes: Span<UInt8>) {
    guard headers.isFragment, let source = headers.source(in: bytes),
      let destination = headers.destination(in: bytes)
    else { return nil }
    let start = headers.networkOffset
    let end = start + headers.networkLength
    guard end <= bytes.count else { return nil }
    let (identifier, protocolNumber, payloadStart): (UInt32, IPProtocol, Int)
    switch headers.network {
    case .ipv4:
      guard let header = try? IPv4Header(bytes, at: start) else { return nil }
      place = FragmentPlace(offset: header.fragmentOffset, more: header.moreFragments)
      (identifier, protocolNumber) = (UInt32(header.identification), header.protocolNumber)
      payloadStart = start + header.headerLength
    case .ipv6:
      guard let (header, offset) = Self.header(after: start, bytes) else { return nil }
      place = FragmentPlace(offset: header.fragmentOffset, more: header.moreFragments)
      (identifier, protocolNumber) = (header.identification, header.nextHeader)
      payloadStart = offset + IPv6FragmentHeader.length
    case .none, .arp: return nil
    }
    guard payloadStart <= end else { return nil }
    key = FragmentKey(
      source: source, destination: destination, identifier: identifier, protocolNumber: protocolNumber.rawValue)
    payload = payloadStart..<end
  }

  /// `payload` as the packet that it was before it was cut up, for reading its headers; the link type is `.raw`.
  static func packet(_ key: FragmentKey, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(payload.count + 40)
    let next = IPProtocol(rawValue: key.protocolNumber)
    switch (key.source, key.destination) {
    case (.v4(let source), .v4(let destination)):
      // A length that does not fit is written as 0: the frame's counts then.
      let length = payload.count > 65_515 ? -IPv4Header.minimumLength : payload.count
      IPv4Header(source: source, destination: destination, protocolNumber: next, payloadLength: length)
        .append(to: &bytes)
    case (.v6(let source), .v6(let destination)):
      IPv6Header(source: source, destination: destination, nextHeader: next, payloadLength: payload.count)
        .append(to: &bytes)
    default: return []
    }
    return bytes + payload
  }

  /// The fragment header of an IPv6 packet, and where it is.
  private static func header(after start: Int, _ bytes: Span<UInt8>) -> (IPv6FragmentHeader, Int)? {
    guard let first = try? IPv6Header(bytes, at: start) else { return nil }
    var (number, offset) = (first.nextHeader, start + IPv6Header.length)
    while number != .fragment, IPv6ExtensionHeader.isExtension(number) {
      guard let next = try? IPv6ExtensionHeader(bytes, at: offset, number: number) else { return nil }
      (number, offset) = (next.nextHeader, offset + next.length)
    }
    guard number == .fragment, let header = try? IPv6FragmentHeader(bytes, at: offset) else { return nil }
    return (header, offset)
  }
}
