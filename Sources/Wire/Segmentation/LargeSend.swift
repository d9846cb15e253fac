/// A TCP or UDP packet that is larger than the link's MTU, as a sender with segmentation offload passes it on, and how
/// to split it into the packets that a network would carry.
///
/// It is split as in Linux (`tcp_gso_segment`, `__udp_gso_segment`, `inet_gso_segment`): every segment repeats the
/// headers; IPv4 identifications and TCP sequence numbers increase; FIN and PSH stay on the last segment, CWR on the
/// first.
public struct LargeSend: Equatable, Sendable {
  /// The transports with segmentation offload.
  public enum Transport: Sendable {
    /// A TCP segment that is to be cut.
    case tcp
    /// UDP datagrams in one (UDP_SEGMENT).
    case udp
  }

  /// The transport of the packet.
  public let transport: Transport
  /// Whether the network header is IPv6.
  public let isIPv6: Bool
  /// Where the IP header begins in the frame.
  public let networkOffset: Int
  /// Where the TCP or UDP header begins in the frame.
  public let transportOffset: Int
  /// Where the payload begins in the frame.
  public let payloadOffset: Int
  /// The length of the whole frame in bytes.
  public let frameLength: Int
  /// The most payload bytes of one segment.
  public let segmentPayload: Int

  /// Reads the headers of a frame. Returns nil if they do not match what the offload claims, so that the frame cannot
  /// be split.
  /// - Parameters:
  ///   - frame: an Ethernet frame, with or without 802.1Q tags.
  ///   - transportOffset: where the TCP or UDP header begins.
  ///   - segmentPayload: the payload bytes of each segment except the last.
  public init?(_ frame: Span<UInt8>, transport: Transport, transportOffset: Int, segmentPayload: Int) {
    guard let network = EthernetPayload(frame), segmentPayload > 0 else { return nil }
    let fixedHeader = network.isIPv6 ? 40 : 20
    let transportHeader = transport == .tcp ? 20 : 8
    guard transportOffset >= network.offset + fixedHeader, transportOffset + transportHeader <= frame.count
    else { return nil }
    if !network.isIPv6 {
      let headerLength = Int(frame[network.offset] & 0x0F) * 4
      guard network.offset + headerLength == transportOffset else { return nil }
    }
    let headerLength = transport == .tcp ? Int(frame[transportOffset + 12] >> 4) * 4 : 8
    guard headerLength >= transportHeader, transportOffset + headerLength <= frame.count else { return nil }
    self.transport = transport
    self.isIPv6 = network.isIPv6
    self.networkOffset = network.offset
    self.transportOffset = transportOffset
    self.payloadOffset = transportOffset + headerLength
    self.frameLength = frame.count
    self.segmentPayload = segmentPayload
  }

  /// How many packets the frame becomes: at least 1.
  public var segmentCount: Int {
    max(1, (frameLength - payloadOffset + segmentPayload - 1) / segmentPayload)
  }

  /// The bytes of the frame that are the payload of a segment.
  public func payload(of segment: Int) -> Range<Int> {
    let lower = min(frameLength, payloadOffset + segment * segmentPayload)
    return lower..<min(frameLength, lower + segmentPayload)
  }

  /// Turns a copy of the frame's headers, followed by the payload of a segment, into a packet.
  /// - Parameters:
  ///   - segment: the number of the segment, from 0.
  ///   - bytes: the first `payloadOffset` bytes of the frame, then those of ``payload(of:)``, and nothing else.
  public func finish(segment: Int, in bytes: inout MutableSpan<UInt8>) {
    setNetworkHeader(segment: segment, frameLength: bytes.count, in: &bytes)
    switch transport {
    case .tcp: setSequence(segment..<segment + 1, in: &bytes)
    case .udp:
      bytes.setBigEndian(UInt16(truncatingIfNeeded: bytes.count - transportOffset), at: transportOffset + 4)
    }
    setTransportChecksum(in: &bytes)
  }

  /// Writes TCP's sequence number and flags for some adjacent segments.
  func setSequence(_ run: Range<Int>, in bytes: inout MutableSpan<UInt8>) {
    let advance = UInt32(truncatingIfNeeded: run.lowerBound * segmentPayload)
    bytes.setBigEndian(bytes.bigEndian32(at: transportOffset + 4) &+ advance, at: transportOffset + 4)
    if run.upperBound < segmentCount { bytes[transportOffset + 13] &= ~(TCPFlagBit.fin | TCPFlagBit.push) }
    if run.lowerBound > 0 { bytes[transportOffset + 13] &= ~TCPFlagBit.congestionWindowReduced }
  }

  /// Writes the IP header of a frame that begins with a segment.
  func setNetworkHeader(segment: Int, frameLength: Int, in bytes: inout MutableSpan<UInt8>) {
    if isIPv6 {
      // Jumbograms and large sends have a payload length of 0 (RFC 2675).
      let length = UInt16(exactly: frameLength - networkOffset - 40) ?? 0
      bytes.setBigEndian(length, at: networkOffset + 4)
      return
    }
    let identification = bytes.bigEndian16(at: networkOffset + 4) &+ UInt16(truncatingIfNeeded: segment)
    bytes.setBigEndian(UInt16(truncatingIfNeeded: frameLength - networkOffset), at: networkOffset + 2)
    bytes.setBigEndian(identification, at: networkOffset + 4)
    bytes.setBigEndian(UInt16(0), at: networkOffset + 10)
    let checksum = InternetChecksum.of(bytes.span, in: networkOffset..<transportOffset)
    bytes.setBigEndian(checksum, at: networkOffset + 10)
  }

  private func setTransportChecksum(in bytes: inout MutableSpan<UInt8>) {
    bytes.setBigEndian(UInt16(0), at: checksumOffset)
    var sum = pseudoHeader(length: bytes.count - transportOffset, in: bytes.span)
    sum.add(bytes.span, in: transportOffset..<bytes.count)
    let value = sum.value
    // A UDP checksum of zero means "none" (RFC 768), so the other zero of one's complement is sent.
    bytes.setBigEndian(value == 0 && transport == .udp ? 0xFFFF : value, at: checksumOffset)
  }

  /// Where the transport's checksum is in the frame.
  var checksumOffset: Int { transportOffset + (transport == .tcp ? 16 : 6) }

  /// The sum of the pseudo-header for a transport header and payload of this length (RFC 9293 section 3.1).
  func pseudoHeader(length: Int, in headers: Span<UInt8>) -> InternetChecksum {
    var sum = InternetChecksum()
    sum.add(headers, in: isIPv6 ? networkOffset + 8..<networkOffset + 40 : networkOffset + 12..<networkOffset + 20)
    sum.add(UInt16(transport == .tcp ? 6 : 17))
    sum.add(UInt32(truncatingIfNeeded: length))
    return sum
  }
}

/// The bits of TCP's flags byte that splitting changes (RFC 9293 section 3.1, RFC 3168 section 6.1.2).
private enum TCPFlagBit {
  static let fin: UInt8 = 0x01
  static let push: UInt8 = 0x08
  static let congestionWindowReduced: UInt8 = 0x80
}
