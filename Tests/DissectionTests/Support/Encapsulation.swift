import Wire

/// A way for an IP packet to travel in another protocol.
enum Encapsulation: String, CaseIterable, Sendable {
  case ppp, pppCompressed, serial, directedPPP, pppOverEthernet, nflog, nflogBigEndian, pppoe, mpls, pseudowire, gre,
    greKeyed
  case greEthernet, erspan, ipInIP, vxlan, vxlanOfLinux, geneve, geneveIP, vxlanInGRE
  case vxlanGPE, vxlanGPEEthernet, gtp, gtpExtended, gtpInGTP, capwap, capwapRadio, l2tp, l2tpPadded, teredo

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
    case .vxlanGPE: return ip(.udp, udp(4790, [0x0C, 0, 0, 1, 0, 0, 7, 0] + packet))
    case .vxlanGPEEthernet: return ip(.udp, udp(4790, [0x0C, 0, 0, 3, 0, 0, 7, 0] + ethernet(.ipv4, packet)))
    case .gtp: return ip(.udp, udp(2152, [0x30, 255] + bigEndian(packet.count) + [0, 0, 0, 77] + packet))
    case .gtpExtended:
      // A sequence number, an N-PDU number, the number of a PDCP PDU, and the container of a PDU session.
      let options: [UInt8] = [0, 3, 5, 0xC0] + [1, 1, 2, 0x85] + [1, 0x10, 9, 0]
      return ip(
        .udp, udp(2152, [0x37, 255] + bigEndian(options.count + packet.count) + [0, 0, 0, 77] + options + packet))
    case .gtpInGTP: return Self.gtp.wrap(Self.gtp.wrap(packet))
    case .capwap:
      return ip(.udp, udp(5247, [0, 0x10, 0x42, 0, 0, 0, 0, 0] + ethernet(.ipv4, packet)))
    case .capwapRadio:
      let radio: [UInt8] = [6, 2, 0, 0, 0, 0, 9, 0]
      return ip(.udp, udp(5247, [0, 0x20, 0x42, 0x10, 0, 0, 0, 0] + radio + ethernet(.ipv4, packet)))
    case .l2tp:
      return ip(.udp, udp(1701, [0x40, 2] + bigEndian(packet.count + 12) + [0, 7, 0, 9, 0xFF, 3, 0, 0x21] + packet))
    case .l2tpPadded: return ip(.udp, udp(1701, [0x0A, 2, 0, 7, 0, 9, 0, 3, 0, 4, 0, 2, 0, 0, 0x21] + packet))
    case .teredo:
      let authentication = [UInt8]([0, 1, 0, 0] + [UInt8](repeating: 3, count: 9))
      let origin: [UInt8] = [0, 0, 0xED, 0xCB, 0x53, 0xEF, 0xFF, 0xFE]
      return ip(.udp, udp(3544, authentication + origin + ipv6(.ipv4, packet)))
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

  private func ipv6(_ number: IPProtocol, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    IPv6Header(
      source: IPv6Address(high: 0x2001_0000_0102_0304, low: 1),
      destination: IPv6Address(high: 0x2001_0DB8 << 32, low: 2),
      nextHeader: number, payloadLength: payload.count, hopLimit: 64, trafficClass: 0, flowLabel: 0
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
