import TextOutput
import Wire

/// What the transport's lines need to know of the IP header before them.
struct IPContext {
  /// 4 or 6.
  var version: Int
  /// Where the IP header begins.
  var offset: Int
  /// Whether the packet is a fragment, so that its checksum cannot be checked.
  var isFragment: Bool
}

extension PacketListing {
  /// Appends an IP packet of the version that its first byte tells.
  mutating func appendIP(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "ipn"
    guard length >= 1 else { return appendTooShort("truncated-ip ", length) }
    switch try bytes.get8(start) >> 4 {
    case 4: try appendIPv4(bytes, at: start, length: length)
    case 6: try appendIPv6(bytes, at: start, length: length)
    case let version:
      text.append("unknown ip ")
      text.append(version)
    }
  }

  mutating func appendTooShort(_ words: String, _ length: Int) {
    text.append(words)
    text.append(length: length)
  }

  /// `source > destination` of the IP header.
  mutating func appendAddresses(_ bytes: Span<UInt8>, _ ip: IPContext) throws(Truncation) {
    if ip.version == 6 {
      text.append(try bytes.ipv6Address(ip.offset + 8))
      text.append(" > ", try bytes.ipv6Address(ip.offset + 24))
    } else {
      text.append(try bytes.ipv4Address(ip.offset + 12))
      text.append(" > ", try bytes.ipv4Address(ip.offset + 16))
    }
  }

  /// `source.port > destination.port: `, or the ports alone where other headers stand between IP and the transport.
  mutating func appendEndpoints(
    _ bytes: Span<UInt8>, _ ip: IPContext, _ number: IPProtocol, _ source: UInt16, _ destination: UInt16
  ) throws(Truncation) {
    if try bytes.get8(ip.offset + (ip.version == 6 ? 6 : 9)) != number.rawValue {
      text.append(source)
      text.append(" > ")
      text.append(destination)
    } else if ip.version == 6 {
      text.append(try bytes.ipv6Address(ip.offset + 8))
      text.append(byte: 0x2E)
      text.append(source)
      text.append(" > ", try bytes.ipv6Address(ip.offset + 24))
      text.append(byte: 0x2E)
      text.append(destination)
    } else {
      let addresses = (try bytes.ipv4Address(ip.offset + 12), try bytes.ipv4Address(ip.offset + 16))
      text.append(addresses.0, source, to: addresses.1, destination)
    }
    text.append(words.colon)
  }

  /// Hands the payload of an IP packet to its protocol.
  mutating func appendTransport(
    _ number: IPProtocol, _ bytes: Span<UInt8>, at start: Int, length: Int, _ ip: IPContext
  ) throws(Truncation) {
    guard nesting < Self.deepestNesting else { return appendTruncation() }
    nesting += 1
    defer { nesting -= 1 }
    switch number {
    case .tcp: try appendTCP(bytes, at: start, length: length, ip)
    case .udp: try appendUDP(bytes, at: start, length: length, ip)
    case .icmp where ip.version == 4: try appendICMP(bytes, at: start, length: length, ip)
    case .icmpv6 where ip.version == 6: try appendICMPv6(bytes, at: start, length: length, ip)
    case .igmp where ip.version == 4: try appendIGMP(bytes, at: start, length: length)
    case .icmp, .igmp: appendWrongVersion(number, needs: "IPv4")
    case .icmpv6: appendWrongVersion(number, needs: "IPv6")
    case .ethernet where ip.version == 6: _ = try appendEthernet(bytes, at: start, length: length)
    case .ethernet: appendWrongVersion(number, needs: "IPv6")
    case .ipv4: try appendIPv4(bytes, at: start, length: length)
    case .ipv6: try appendIPv6(bytes, at: start, length: length)
    case .noNext: text.append("no next header")
    case .gre: try appendGRE(bytes, at: start, length: length)
    case .ospf where ip.version == 6: try appendOSPFv3(bytes, at: start, length: length)
    case .ospf: try appendOSPF(bytes, at: start, length: length)
    case .vrrp: try appendVRRP(bytes, at: start, length: length, ip)
    case .sctp: try appendSCTP(bytes, at: start, length: length, ip)
    case .encapsulatingSecurity: appendESP(bytes, at: start, length: length)
    case .authentication: try appendAH(bytes, at: start, length: length, ip)
    case IPProtocol(rawValue: 108):
      layer = "ipcomp"
      text.append("IPComp(cpi=0x", hexadecimal: UInt32(try bytes.get16(start + 2)), paddedTo: 4)
      text.append(")")
    case IPProtocol(rawValue: 77): appendTooShort(" nd ", length)
    default:
      text.append(" ip-proto-")
      text.append(number.rawValue)
      text.append(byte: 0x20)
      text.append(length: length)
    }
  }

  private mutating func appendWrongVersion(_ number: IPProtocol, needs version: String) {
    text.append("[")
    text.append(number.listingName)
    text.append(" requires ")
    text.append(version)
    text.append("]")
    appendInvalid()
  }
}
