import Wire

/// A way for an IP packet to travel in another protocol.
enum Encapsulation: String, CaseIterable, Sendable {
  case ppp, pppCompressed, serial, directedPPP, pppOverEthernet, nflog, nflogBigEndian, pppoe, mpls, pseudowire, gre,
    greKeyed
  case greEthernet, erspan, ipInIP, vxlan, vxlanOfLinux, geneve, geneveIP, vxlanInGRE

  var linkType: LinkType {
    switch self {
    case .ppp, .pppCompressed: .ppp
    case .serial: .pppHDLC
    case .directedPPP: .pppWithDirection
    case .pppOverEthernet: .pppEther
    case .nflog, .nflogBigEndian: .nflog
    case .pppoe, .mpls, .pseudowire: .ethernet
    default: .raw
    }
  }

  /// `packet` as a frame of `linkType`.
  func wrap(_ packet: [UInt8]) -> [UInt8] {
    switch self {
    case .ppp, .serial: return [0xFF, 0x03, 0x00, 0x21] + packet
    case .pppCompressed: return [0x21] + packet
    case .directedPPP: return [1, 0xFF, 0x03, 0x00, 0x21] + packet
    case .pppOverEthernet: return pppoe(packet)
    case .nflog: return [2, 0, 0, 5] + [8, 0, 1, 0, 8, 0, 1, 0] + littleEndian(packet.count + 4) + [9, 0] + packet
    case .nflogBigEndian:
      return [2, 0, 0, 5] + [0, 8, 0, 1, 8, 0, 1, 0] + bigEndian(packet.count + 4) + [0, 9] + packet
    case .pppoe: return ethernet(.pppoeSession, pppoe(packet))
    case .mpls: return ethernet(.mpls, [0, 1, 0x00, 64, 0, 2, 0x01, 64] + packet)
    case .pseudowire: return ethernet(.mpls, [0, 1, 0x01, 64, 0, 0, 0, 1] + ethernet(.ipv4, packet))
    case .gre: return ip(.gre, [0, 0, 8, 0] + packet)
    case .greKeyed: return ip(.gre, [0x30, 0, 8, 0, 0, 0, 0, 9, 0, 0, 0, 1] + packet)
    case .greEthernet: return ip(.gre, [0x20, 0, 0x65, 0x58, 0, 0, 7, 0] + ethernet(.ipv4, packet))
    case .erspan:
      return ip(.gre, [0x10, 0, 0x88, 0xBE, 0, 0, 0, 1] + [0x10, 1, 0, 9, 0, 0, 0, 3] + ethernet(.ipv4, packet))
    case .ipInIP: return ip(.ipv4, packet)
    case .vxlan: return ip(.udp, udp(4789, [8, 0, 0, 0, 0, 0, 7, 0] + ethernet(.ipv4, packet)))
    case .vxlanOfLinux: return ip(.udp, udp(8472, [8, 0, 0, 0, 0, 0, 7, 0] + ethernet(.ipv4, packet)))
    case .geneve:
      return ip(.udp, udp(6081, [1, 0, 0x65, 0x58, 0, 0, 7, 0] + [1, 2, 0x80, 0] + ethernet(.ipv4, packet)))
    case .geneveIP: return ip(.udp, udp(6081, [0, 0, 8, 0, 0, 0, 7, 0] + packet))
    case .vxlanInGRE: return ip(.gre, [0, 0, 8, 0] + Self.vxlan.wrap(packet))
    }
  }

  private func pppoe(_ packet: [UInt8]) -> [UInt8] {
    [0x11, 0, 0, 0x3B] + bigEndian(packet.count + 2) + [0x00, 0x21] + packet
  }

  private func ethernet(_ type: EtherType, _ payload: [UInt8]) -> [UInt8] {
    [2, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0, 2] + bigEndian(Int(type.rawValue)) + payload
  }

  private func ip(_ number: IPProtocol, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    IPv4Header(
      source: IPv4Address(172, 16, 0, 1), destination: IPv4Address(172, 16, 0, 2), protocolNumber: number,
      payloadLength: payload.count
    ).append(to: &bytes)
    return bytes + payload
  }

  private func udp(_ port: UInt16, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    UDPHeader(sourcePort: 40_000, destinationPort: port, payloadLength: payload.count).append(to: &bytes)
    return bytes + payload
  }

  private func bigEndian(_ number: Int) -> [UInt8] { [UInt8(number >> 8 & 0xFF), UInt8(number & 0xFF)] }
  private func littleEndian(_ number: Int) -> [UInt8] { bigEndian(number).reversed() }
}
