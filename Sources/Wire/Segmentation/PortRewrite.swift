/// Changes a TCP or UDP port of a packet on its way, as a NAT does (RFC 3022).
public struct PortRewrite: Sendable {
  /// Which of a packet's two ports.
  public enum Side: Sendable {
    /// The source port.
    case source
    /// The destination port.
    case destination
  }

  /// Where the port is in the frame, and the checksum that covers it.
  private let portOffset: Int
  private let checksumOffset: Int
  /// Whether this is a UDP port; otherwise it is a TCP port.
  public let isUDP: Bool
  /// Whether the packets are IPv6.
  public let isIPv6: Bool
  /// The current port.
  public let port: UInt16

  /// Nil if the frame has no TCP or UDP header. Fragments after the first have none.
  public init?(_ frame: Span<UInt8>, _ side: Side) {
    let headers = PacketHeaders(frame, linkType: .ethernet)
    guard headers.isTCP || headers.isUDP else { return nil }
    isUDP = headers.isUDP
    isIPv6 = headers.network == .ipv6
    portOffset = headers.transportOffset + (side == .source ? 0 : 2)
    checksumOffset = headers.transportOffset + (isUDP ? 6 : 16)
    guard checksumOffset + 2 <= frame.count else { return nil }
    port = frame.uint16(at: portOffset)
  }

  /// Writes another port, and updates the checksum by the difference only (RFC 1624). So a wrong checksum stays wrong.
  public func apply(_ newPort: UInt16, to bytes: inout MutableSpan<UInt8>) {
    bytes.setBigEndian(newPort, at: portOffset)
    let old = bytes.bigEndian16(at: checksumOffset)
    // A UDP checksum of zero means "no checksum" (RFC 768).
    if isUDP, old == 0 { return }
    let value = InternetChecksum.updated(old, replacing: port, by: newPort)
    bytes.setBigEndian(value == 0 && isUDP ? 0xFFFF : value, at: checksumOffset)
  }
}

extension InternetChecksum {
  /// The checksum after one word of the data has changed: HC' = ~(~HC + ~m + m') (RFC 1624 section 3).
  static func updated(_ checksum: UInt16, replacing old: UInt16, by new: UInt16) -> UInt16 {
    var sum = UInt32(~checksum) + UInt32(~old) + UInt32(new)
    sum = (sum & 0xFFFF) + sum >> 16
    sum = (sum & 0xFFFF) + sum >> 16
    return ~UInt16(truncatingIfNeeded: sum)
  }
}
