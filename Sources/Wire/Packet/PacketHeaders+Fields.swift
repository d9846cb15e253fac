// What the headers say. `bytes` must be those that the headers were found in; of others the answer is nil.

extension PacketHeaders {
  /// The IP source address.
  @inlinable
  public func source(in bytes: Span<UInt8>) -> IPAddress? { address(in: bytes, v4: 12, v6: 8) }

  /// The IP destination address.
  @inlinable
  public func destination(in bytes: Span<UInt8>) -> IPAddress? { address(in: bytes, v4: 16, v6: 24) }

  @inlinable
  func address(in bytes: Span<UInt8>, v4: Int, v6: Int) -> IPAddress? {
    guard bytes.count == capturedLength else { return nil }
    switch network {
    case .ipv4: return .v4(IPv4Address(rawValue: bytes.uint32(at: networkOffset &+ v4)))
    case .ipv6: return .v6(IPv6Address(checked: bytes, at: networkOffset &+ v6))
    case .none, .arp: return nil
    }
  }

  /// The TCP header, if one was read.
  @inlinable
  public func tcp(in bytes: Span<UInt8>) -> TCPHeader? {
    guard isTCP else { return nil }
    return try? TCPHeader(bytes, at: transportOffset)
  }

  /// The UDP header, if one was read.
  @inlinable
  public func udp(in bytes: Span<UInt8>) -> UDPHeader? {
    guard isUDP else { return nil }
    return try? UDPHeader(bytes, at: transportOffset)
  }

  /// The TCP or UDP source port.
  @inlinable
  public func sourcePort(in bytes: Span<UInt8>) -> UInt16? {
    guard isTCP || isUDP, bytes.count == capturedLength else { return nil }
    return bytes.uint16(at: transportOffset)
  }

  /// The TCP or UDP destination port.
  @inlinable
  public func destinationPort(in bytes: Span<UInt8>) -> UInt16? {
    guard isTCP || isUDP, bytes.count == capturedLength else { return nil }
    return bytes.uint16(at: transportOffset &+ 2)
  }

  /// The TCP or UDP end that sent this packet.
  @inlinable
  public func sourceEndpoint(in bytes: Span<UInt8>) -> Endpoint? {
    guard let address = source(in: bytes), let port = sourcePort(in: bytes) else { return nil }
    return Endpoint(address: address, port: port)
  }

  /// The TCP or UDP end that this packet is for.
  @inlinable
  public func destinationEndpoint(in bytes: Span<UInt8>) -> Endpoint? {
    guard let address = destination(in: bytes), let port = destinationPort(in: bytes) else { return nil }
    return Endpoint(address: address, port: port)
  }
}
