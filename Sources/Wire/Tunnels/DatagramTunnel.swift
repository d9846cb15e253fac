/// The tunnels through UDP that are known by their ports.
public enum DatagramTunnel: UInt8, Hashable, Sendable {
  /// Ethernet (RFC 7348), or the protocol that the header names (draft-ietf-nvo3-vxlan-gpe).
  case vxlan, vxlanGPE
  /// The protocol that the header names (RFC 8926).
  case geneve
  /// The user plane of mobile networks (3GPP TS 29.281).
  case gtp
  /// Frames between an access point of a Wi-Fi network and its controller (RFC 5415).
  case capwap
  /// PPP (RFC 2661).
  case l2tp
  /// IPv6 through NATs (RFC 4380).
  case teredo

  /// - Parameter port: of either end.
  @inlinable
  public init?(port: UInt16) {
    switch port {
    case 4789, 8472: self = .vxlan
    case 4790: self = .vxlanGPE
    case 6081: self = .geneve
    case 2152: self = .gtp
    case 5247: self = .capwap
    case 1701: self = .l2tp
    case 3544: self = .teredo
    default: return nil
    }
  }

  /// The tunnel of a datagram: of two ports, the lower one is asked first, since servers have low ones.
  @inlinable
  public init?(ports first: UInt16, _ second: UInt16) {
    guard let tunnel = Self(port: min(first, second)) ?? Self(port: max(first, second)) else { return nil }
    self = tunnel
  }
}
