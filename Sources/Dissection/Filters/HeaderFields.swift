import Wire

/// The values of header fields, without a tree: what makes a filter on ports and addresses fast.
///
/// It answers only for packets whose headers tell all: whole TCP and UDP headers, no fragments. Others, such as the
/// packets that ICMP errors quote, need the tree.
struct HeaderFields: FilterFields {
  /// The fields that it knows.
  static let known: FieldSet = [
    .frame, .frameNumber, .frameLen, .frameCapLen, .ip, .ipSrc, .ipDst, .ipAddr, .ipTtl, .ipProto, .ipLen, .ipId, .ipv6,
    .ipv6Src, .ipv6Dst, .ipv6Addr, .ipv6Hlim, .ipv6Plen, .tcp, .tcpSrcport, .tcpDstport, .tcpPort, .tcpFlags,
    .tcpFlagsSyn,
    .tcpFlagsAck, .tcpFlagsFin, .tcpFlagsReset, .tcpFlagsPush, .tcpSeqRaw, .tcpAckRaw, .tcpWindowSizeValue, .udp,
    .udpSrcport, .udpDstport, .udpPort, .udpLength,
  ]

  private let frame: Frame
  private let headers: PacketHeaders

  /// Nil where the headers alone do not tell all.
  init?(_ frame: Frame, _ bytes: Span<UInt8>) {
    headers = PacketHeaders(frame, bytes)
    guard headers.isTCP || headers.isUDP, !headers.isFragment, !headers.mayBeTunnel(in: bytes) else { return nil }
    self.frame = frame
  }

  func count(_ field: FieldID, layers: [FilterSlice], _ frame: Span<UInt8>) -> Int {
    var values: [FilterScalar] = []
    append(field, layers: layers, frame, to: &values)
    return values.count
  }

  /// Never asked for: a protocol's bytes need the tree.
  func appendWhole(_ field: FieldID, layers: [FilterSlice], _ frame: Span<UInt8>, to values: inout [FilterScalar]) {}

  func append(_ field: FieldID, layers: [FilterSlice], _ bytes: Span<UInt8>, to values: inout [FilterScalar]) {
    switch field {
    case .frame: values.append(.present)
    case .frameNumber: values.append(.unsigned(UInt64(clamping: frame.number)))
    case .frameLen: values.append(.unsigned(UInt64(clamping: frame.originalLength)))
    case .frameCapLen: values.append(.unsigned(UInt64(bytes.count)))
    case .ip, .ipSrc, .ipDst, .ipAddr, .ipTtl, .ipProto, .ipLen, .ipId:
      if headers.network == .ipv4 { appendIPv4(field, bytes, headers.networkOffset, to: &values) }
    case .ipv6, .ipv6Src, .ipv6Dst, .ipv6Addr, .ipv6Hlim, .ipv6Plen:
      if headers.network == .ipv6 { appendIPv6(field, bytes, headers.networkOffset, to: &values) }
    case .udp, .udpSrcport, .udpDstport, .udpPort, .udpLength:
      if headers.isUDP { appendUDP(field, bytes, headers.transportOffset, to: &values) }
    default:
      if headers.isTCP { appendTCP(field, bytes, headers.transportOffset, to: &values) }
    }
  }

  private func appendIPv4(_ field: FieldID, _ bytes: Span<UInt8>, _ start: Int, to values: inout [FilterScalar]) {
    switch field {
    case .ip: values.append(.present)
    case .ipSrc: values.append(.ipv4(bytes.uint32(at: start + 12)))
    case .ipDst: values.append(.ipv4(bytes.uint32(at: start + 16)))
    case .ipAddr:
      values.append(.ipv4(bytes.uint32(at: start + 12)))
      values.append(.ipv4(bytes.uint32(at: start + 16)))
    case .ipTtl: values.append(.unsigned(UInt64(bytes[start + 8])))
    case .ipProto: values.append(.unsigned(UInt64(bytes[start + 9])))
    case .ipLen: values.append(.unsigned(UInt64(bytes.uint16(at: start + 2))))
    default: values.append(.unsigned(UInt64(bytes.uint16(at: start + 4))))
    }
  }

  private func appendIPv6(_ field: FieldID, _ bytes: Span<UInt8>, _ start: Int, to values: inout [FilterScalar]) {
    let source = IPv6Address(high: bytes.uint64(at: start + 8), low: bytes.uint64(at: start + 16))
    let destination = IPv6Address(high: bytes.uint64(at: start + 24), low: bytes.uint64(at: start + 32))
    switch field {
    case .ipv6: values.append(.present)
    case .ipv6Src: values.append(.ipv6(source))
    case .ipv6Dst: values.append(.ipv6(destination))
    case .ipv6Addr:
      values.append(.ipv6(source))
      values.append(.ipv6(destination))
    case .ipv6Hlim: values.append(.unsigned(UInt64(bytes[start + 7])))
    default: values.append(.unsigned(UInt64(bytes.uint16(at: start + 4))))
    }
  }

  private func appendUDP(_ field: FieldID, _ bytes: Span<UInt8>, _ start: Int, to values: inout [FilterScalar]) {
    switch field {
    case .udp: values.append(.present)
    case .udpSrcport: values.append(.unsigned(UInt64(bytes.uint16(at: start))))
    case .udpDstport: values.append(.unsigned(UInt64(bytes.uint16(at: start + 2))))
    case .udpPort:
      values.append(.unsigned(UInt64(bytes.uint16(at: start))))
      values.append(.unsigned(UInt64(bytes.uint16(at: start + 2))))
    default: values.append(.unsigned(UInt64(bytes.uint16(at: start + 4))))
    }
  }

  private func appendTCP(_ field: FieldID, _ bytes: Span<UInt8>, _ start: Int, to values: inout [FilterScalar]) {
    let flags = bytes.uint16(at: start + 12) & 0x0FFF
    switch field {
    case .tcp: values.append(.present)
    case .tcpSrcport: values.append(.unsigned(UInt64(bytes.uint16(at: start))))
    case .tcpDstport: values.append(.unsigned(UInt64(bytes.uint16(at: start + 2))))
    case .tcpPort:
      values.append(.unsigned(UInt64(bytes.uint16(at: start))))
      values.append(.unsigned(UInt64(bytes.uint16(at: start + 2))))
    case .tcpFlags: values.append(.unsigned(UInt64(flags)))
    case .tcpFlagsSyn: values.append(.boolean(flags & 2 != 0))
    case .tcpFlagsAck: values.append(.boolean(flags & 16 != 0))
    case .tcpFlagsFin: values.append(.boolean(flags & 1 != 0))
    case .tcpFlagsReset: values.append(.boolean(flags & 4 != 0))
    case .tcpFlagsPush: values.append(.boolean(flags & 8 != 0))
    case .tcpSeqRaw: values.append(.unsigned(UInt64(bytes.uint32(at: start + 4))))
    case .tcpAckRaw: values.append(.unsigned(UInt64(bytes.uint32(at: start + 8))))
    case .tcpWindowSizeValue: values.append(.unsigned(UInt64(bytes.uint16(at: start + 14))))
    default: break
    }
  }
}
