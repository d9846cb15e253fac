// Packets within packets.

extension PacketHeaders {
  /// How many tunnels may lie in each other before the rest counts as payload.
  public static let mostTunnels: Int = 8

  /// Finds the headers of the innermost IP packet of a frame: of what went through IP in IP, GRE and the tunnels of
  /// ``DatagramTunnel``.
  ///
  /// Offsets are those of the frame. Where no whole IP packet is in a tunnel, the tunnel's own headers are given.
  public init(innermostOf frame: Frame, _ bytes: Span<UInt8>) {
    self.init(frame, bytes)
    guard mayBeTunnel(in: bytes) else { return }
    for _ in 0..<Self.mostTunnels {
      guard let inner = within(bytes) else { return }
      self = inner
    }
  }

  /// Whether the payload is the kind that has a packet in it.
  @inlinable
  public func mayBeTunnel(in bytes: Span<UInt8>) -> Bool {
    guard isIP else { return false }
    if isTunnelProtocol { return true }
    guard isUDP, let source = sourcePort(in: bytes), let destination = destinationPort(in: bytes) else { return false }
    return Self.isTunnelPort(source) || Self.isTunnelPort(destination)
  }

  /// Whether IP says that the payload is a packet or a tunnel's header.
  @inlinable
  public var isTunnelProtocol: Bool {
    switch transport {
    case .ipv4, .ipv6, .gre, .ethernet: isIP
    default: false
    }
  }

  /// True if datagrams to or from a port have packets in them.
  @inlinable
  public static func isTunnelPort(_ port: UInt16) -> Bool { DatagramTunnel(port: port) != nil }

  /// The headers of the packet that this one carries, if it is a tunnel's and there is one.
  private func within(_ bytes: Span<UInt8>) -> PacketHeaders? {
    guard mayBeTunnel(in: bytes), !isFragment else { return nil }
    var inner = PacketHeaders(within: self)
    switch transport {
    case .ipv4: inner.etherType = .ipv4
    case .ipv6: inner.etherType = .ipv6
    case .ethernet: inner.readEthernet(bytes)
    case .gre: inner.readGRE(bytes)
    default:
      guard let source = sourcePort(in: bytes), let destination = destinationPort(in: bytes),
        let tunnel = DatagramTunnel(ports: source, destination)
      else { return nil }
      inner.readDatagram(bytes, tunnel)
    }
    inner.readNetwork(bytes)
    return inner.isIP ? inner : nil
  }

  /// Headers that begin at the payload of `outer`.
  private init(within outer: PacketHeaders) {
    capturedLength = outer.capturedLength
    enterNetwork(at: outer.payloadOffset, end: outer.payloadOffset &+ outer.payloadLength)
  }

  private mutating func readGRE(_ bytes: Span<UInt8>) {
    guard let header = try? GREHeader(bytes, at: networkOffset) else { return stop = .truncated }
    advance(by: header.length)
    etherType = header.etherType
    switch header.etherType.rawValue {
    case 0x880B: readPPP(bytes)
    case 0x88BE where header.sequence == nil: readEthernet(bytes)
    case 0x88BE: readMirrored(bytes, headerLength: 8)
    case 0x22EB: readMirrored(bytes, headerLength: 12)
    default: break
    }
  }

  /// A frame behind an ERSPAN header; that of type III says with its last bit whether 8 bytes more follow.
  private mutating func readMirrored(_ bytes: Span<UInt8>, headerLength: Int) {
    guard bytes.count &- networkOffset >= headerLength else { return stop = .truncated }
    let isLonger = headerLength == 12 && bytes[networkOffset &+ 11] & 1 == 1
    advance(by: isLonger ? headerLength &+ 8 : headerLength)
    readEthernet(bytes)
  }

  private mutating func readDatagram(_ bytes: Span<UInt8>, _ tunnel: DatagramTunnel) {
    guard let header = Self.header(of: tunnel, bytes, at: networkOffset), header.length <= networkLength else {
      return stop = .truncated
    }
    advance(by: header.length)
    guard let type = header.carried else { return stop = .unknown }
    etherType = type
    if type == .ppp { readPPP(bytes) }
  }

  /// The length of a tunnel's header, and what it says or implies of what follows.
  private static func header(
    of tunnel: DatagramTunnel, _ bytes: Span<UInt8>, at offset: Int
  ) -> (length: Int, carried: EtherType?)? {
    switch tunnel {
    case .vxlan: (try? VXLANHeader(bytes, at: offset)).map { _ in (VXLANHeader.length, .transparentEthernet) }
    case .vxlanGPE: (try? VXLANGPEHeader(bytes, at: offset)).map { (VXLANGPEHeader.length, $0.carried) }
    case .geneve: (try? GeneveHeader(bytes, at: offset)).map { ($0.length, $0.etherType) }
    case .gtp: (try? GTPHeader(bytes, at: offset)).map { ($0.length, $0.carried(bytes, at: offset)) }
    case .capwap:
      (try? CAPWAPHeader(bytes, at: offset)).map { ($0.length, $0.carriesEthernet ? .transparentEthernet : nil) }
    case .l2tp: (try? L2TPHeader(bytes, at: offset)).map { ($0.length, $0.isControl ? nil : .ppp) }
    case .teredo: (try? TeredoHeader(bytes, at: offset)).map { ($0.length, .ipv6) }
    }
  }
}
