import Wire

/// All that a packet's line takes from the packets before it.
struct ListingContext: Sendable {
  /// What its time is shown relative to.
  var timeReference: ListedTime
  /// What its sequence numbers are counted from; nil where the line has none.
  var base: TCPSequenceTable.Base?
}

extension PacketListing {
  /// The context of the next frame, which counts for those after it; nil if it takes writing the line to know.
  ///
  /// Finds it for the packets that captures are full of: TCP, UDP and ARP straight after a link and an IP header without
  /// options. In others a TCP header may be anywhere: within a tunnel, behind extension headers, in what an ICMP error quotes.
  mutating func context(of frame: Frame, _ bytes: Span<UInt8>) -> ListingContext? {
    guard bytes.count > 0, frame.originalLength >= bytes.count, frame.originalLength <= Self.maximumLength else {
      return nil
    }
    var base: TCPSequenceTable.Base?
    if !options.quick, !options.absoluteSequenceNumbers {
      let headers = PacketHeaders(frame, bytes)
      guard Self.isPlain(headers, bytes, frame.linkType) else { return nil }
      if headers.isTCP { base = sequenceBase(headers, bytes) }
    }
    return ListingContext(timeReference: timeColumn.reference(for: frame, options), base: base)
  }

  private static func isPlain(_ headers: PacketHeaders, _ bytes: Span<UInt8>, _ linkType: LinkType) -> Bool {
    guard headers.stop == .complete, !headers.isFragment, headers.networkOffset == headerLength(linkType) else {
      return false
    }
    let start = headers.networkOffset
    switch headers.network {
    case .arp: return true
    case .ipv4: guard headers.transportOffset == start + 20, bytes.uint16(at: start + 2) != 0 else { return false }
    case .ipv6: guard headers.transportOffset == start + 40, bytes.uint16(at: start + 4) != 0 else { return false }
    case .none: return false
    }
    return headers.isTCP || headers.isUDP
  }

  /// The length of a link header without tags; nil for the types that packets are seldom of.
  private static func headerLength(_ linkType: LinkType) -> Int? {
    switch linkType {
    case .ethernet: EthernetHeader.length
    case .linuxSLL: LinuxSLLHeader.length
    case .linuxSLL2: LinuxSLL2Header.length
    case .raw, .ipv4, .ipv6: 0
    default: nil
    }
  }

  private mutating func sequenceBase(_ headers: PacketHeaders, _ bytes: Span<UInt8>) -> TCPSequenceTable.Base? {
    let start = headers.transportOffset
    let flags = TCPFlags(rawValue: bytes[start + 13])
    let version = headers.network == .ipv6 ? 6 : 4
    guard flags.contains(.ack),
      let conversation = try? conversation(bytes, at: start, version, headers.networkOffset)
    else { return nil }
    return sequences.base(
      of: conversation, isSYN: flags.contains(.syn), sequence: bytes.uint32(at: start + 4),
      acknowledgment: bytes.uint32(at: start + 8))
  }
}
