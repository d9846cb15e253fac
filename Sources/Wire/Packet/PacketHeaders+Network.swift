// The network layer's part of the pass, and the transport's.

extension PacketHeaders {
  /// Notes where the network header begins, and where the frame or the tunnel ends that it is in.
  mutating func enterNetwork(at offset: Int, end: Int) {
    networkOffset = offset
    transportOffset = offset
    payloadOffset = offset
    networkLength = max(0, end &- offset)
    payloadLength = networkLength
  }

  /// Moves past a header before the network's.
  mutating func advance(by length: Int) {
    enterNetwork(at: networkOffset &+ length, end: networkOffset &+ networkLength)
  }

  mutating func readNetwork(_ bytes: Span<UInt8>) {
    guard stop == .complete else { return }
    switch etherType {
    case .ipv4: readIPv4(bytes)
    case .ipv6: readIPv6(bytes)
    case .arp: network = .arp
    default:
      readShim(bytes)
      guard stop == .complete else { return }
      switch etherType {
      case .ipv4: readIPv4(bytes)
      case .ipv6: readIPv6(bytes)
      case .arp: network = .arp
      default: stop = .unknown
      }
    }
  }

  mutating func readIPv4(_ bytes: Span<UInt8>) {
    let start = networkOffset
    guard bytes.count &- start >= 20 else { return stop = .truncated }
    let first = bytes[start]
    let headerLength = Int(first & 0x0F) &* 4
    guard first >> 4 == 4, headerLength >= 20 else { return stop = .malformed }
    network = .ipv4
    transport = IPProtocol(rawValue: bytes[start &+ 9])
    let totalLength = Int(bytes.uint16(at: start &+ 2))
    if totalLength != 0 { networkLength = totalLength }
    guard networkLength >= headerLength else { return stop = .malformed }
    guard bytes.count &- start >= headerLength else { return stop = .truncated }
    let fragmentField = bytes.uint16(at: start &+ 6)
    isFragment = fragmentField & 0x3FFF != 0
    enterTransport(at: start &+ headerLength)
    guard fragmentField & 0x1FFF == 0 else { return stop = .fragment }
    readTransport(bytes)
  }

  mutating func readIPv6(_ bytes: Span<UInt8>) {
    let start = networkOffset
    guard bytes.count &- start >= 40 else { return stop = .truncated }
    guard bytes[start] >> 4 == 6 else { return stop = .malformed }
    network = .ipv6
    transport = IPProtocol(rawValue: bytes[start &+ 6])
    let length = Int(bytes.uint16(at: start &+ 4))
    if length != 0 { networkLength = length &+ 40 }
    enterTransport(at: start &+ 40)
    guard skipExtensions(bytes) else { return }
    readTransport(bytes)
  }

  /// Moves past the extension headers of IPv6; false where it must stop.
  private mutating func skipExtensions(_ bytes: Span<UInt8>) -> Bool {
    while IPv6ExtensionHeader.isExtension(transport) {
      guard let header = try? IPv6ExtensionHeader(bytes, at: transportOffset, number: transport) else {
        stop = .truncated
        return false
      }
      guard header.length <= payloadLength else {
        stop = .malformed
        return false
      }
      let field = transport == .fragment ? bytes.uint16(at: transportOffset &+ 2) : 0
      isFragment = isFragment || field & 0xFFF9 != 0
      transport = header.nextHeader
      enterTransport(at: transportOffset &+ header.length)
      if field & 0xFFF8 != 0 {
        stop = .fragment
        return false
      }
    }
    return true
  }

  /// Notes where the bytes after the network header begin; they are within the captured bytes.
  private mutating func enterTransport(at offset: Int) {
    transportOffset = offset
    payloadOffset = offset
    payloadLength = max(0, networkOffset &+ networkLength &- offset)
  }

  private mutating func readTransport(_ bytes: Span<UInt8>) {
    let available = min(bytes.count &- transportOffset, payloadLength)
    switch transport {
    case .tcp:
      guard available >= 20 else { return stop = payloadLength < 20 ? .malformed : .truncated }
      let headerLength = Int(bytes[transportOffset &+ 12] >> 4) &* 4
      guard headerLength >= 20, headerLength <= payloadLength else { return stop = .malformed }
      guard available >= headerLength else { return stop = .truncated }
      payloadOffset &+= headerLength
      payloadLength &-= headerLength
    case .udp:
      guard available >= 8 else { return stop = payloadLength < 8 ? .malformed : .truncated }
      let length = Int(bytes.uint16(at: transportOffset &+ 4))
      // Zero means a jumbogram (RFC 2675) or an offloaded send: the IP length counts.
      guard length >= 8 || length == 0 else { return stop = .malformed }
      payloadOffset &+= 8
      payloadLength = min(payloadLength, length == 0 ? .max : length) &- 8
    case .icmp, .icmpv6: break
    default: stop = .unknown
    }
  }
}
