/// Where the link, network and transport headers of a frame are: found in one pass, without allocating.
///
/// Lax by design: it gives what was understood, and `stop` says why it went no further. No offset or range ever reaches
/// beyond the captured bytes; lengths that headers claim are kept apart (`networkLength`, `payloadLength`).
public struct PacketHeaders: Hashable, Sendable {
  /// The protocol of the network header.
  public enum Network: UInt8, Sendable {
    /// The protocols whose headers are read, or none of them.
    case none, arp, ipv4, ipv6
  }

  /// How far the pass came.
  public enum Stop: UInt8, Sendable {
    /// All headers are read; the payload is an application's (or an ICMP or ARP message).
    case complete
    /// The captured bytes end within a header.
    case truncated
    /// A header contradicts itself.
    case malformed
    /// The next protocol is one that this pass does not read.
    case unknown
    /// A later fragment: the transport header is in another packet.
    case fragment
  }

  /// What the link layer says it carries, after VLAN tags; 0 where it says nothing we know.
  public internal(set) var etherType = EtherType(rawValue: 0)
  /// How many VLAN tags there were.
  public internal(set) var vlanCount: UInt8 = 0
  /// The control field of the innermost VLAN tag, or 0.
  public internal(set) var vlanControl: UInt16 = 0
  /// The protocol of the network header.
  public internal(set) var network: Network = .none
  /// How far the pass came.
  public internal(set) var stop: Stop = .complete
  /// Whether the IP packet is a fragment, first or later.
  public internal(set) var isFragment: Bool = false
  /// The protocol after IP and its extension headers; meaningful where `network` is IP.
  public internal(set) var transport = IPProtocol(rawValue: 255)
  /// Where the network header begins.
  public internal(set) var networkOffset: Int = 0
  /// The length of the network packet as its header says (as the frame says where the header says 0, in captures of
  /// segmentation offload); it may be more than is captured.
  public internal(set) var networkLength: Int = 0
  /// Where the transport header begins, or the first byte that was not understood.
  public internal(set) var transportOffset: Int = 0
  /// Where the payload begins; `transportOffset` unless a whole TCP or UDP header was read.
  public internal(set) var payloadOffset: Int = 0
  /// The payload's length as the headers say, which leaves out Ethernet padding; it may be more than is captured.
  public internal(set) var payloadLength: Int = 0
  /// The captured length of the frame.
  @usableFromInline var capturedLength: Int

  /// Finds the headers of a frame.
  ///
  /// - Parameters:
  ///   - bytes: the captured bytes.
  ///   - linkType: what the first header is.
  ///   - originalLength: the length on the wire; the captured length if nil.
  public init(_ bytes: Span<UInt8>, linkType: LinkType, originalLength: Int? = nil) {
    capturedLength = bytes.count
    let frameLength = max(originalLength ?? bytes.count, bytes.count)
    networkLength = frameLength
    readLink(bytes, linkType)
    enterNetwork(at: networkOffset, end: frameLength)
    readNetwork(bytes)
  }

  /// Finds the headers of `frame`.
  public init(_ frame: Frame, _ bytes: Span<UInt8>) {
    self.init(bytes, linkType: frame.linkType, originalLength: frame.originalLength)
  }

  /// The captured part of the payload.
  @inlinable
  public var payload: Range<Int> {
    let end = min(capturedLength, payloadOffset &+ payloadLength)
    return payloadOffset..<max(payloadOffset, end)
  }

  /// The captured part of the transport header and payload: what a transport checksum covers.
  @inlinable
  public var segment: Range<Int> {
    let end = min(capturedLength, networkOffset &+ networkLength)
    return transportOffset..<max(transportOffset, end)
  }

  /// Whether a TCP header was read.
  @inlinable public var isTCP: Bool { transport == .tcp && stop == .complete && isIP }
  /// Whether a UDP header was read.
  @inlinable public var isUDP: Bool { transport == .udp && stop == .complete && isIP }
  /// Whether there is an IP header.
  @inlinable public var isIP: Bool { network == .ipv4 || network == .ipv6 }
}
