/// The ICMP error that a router sends for a packet that is longer than the next link carries: "fragmentation needed"
/// (RFC 1191 section 4), or ICMPv6 "packet too big" (RFC 4443 section 3.2).
public enum DatagramTooLong {
  /// The frame to send back to the packet's sender. Returns nil if no error may be sent: the packet is not IP, a later
  /// fragment, an ICMP error itself, or from or to a multicast group (RFC 1122 section 3.2.2, RFC 4443 section 2.4).
  ///
  /// The error comes from the packet's destination, the one address to which the sender is known to have a route.
  /// - Parameters:
  ///   - frame: the Ethernet frame that is too long, with or without 802.1Q tags (the answer has none).
  ///   - mtu: the longest IP datagram that the next link carries.
  public static func report(on frame: Span<UInt8>, mtu: UInt16) -> [UInt8]? {
    guard let network = EthernetPayload(frame), frame[0] & 1 == 0 else { return nil }
    var report: [UInt8] = []
    report.append(contentsOf: frame.extracting(6..<12))
    report.append(contentsOf: frame.extracting(0..<6))
    report.append(bigEndian: network.isIPv6 ? 0x86DD as UInt16 : 0x0800)
    let quoted = frame.extracting(network.offset..<frame.count)
    let isAnswered = network.isIPv6 ? appendIPv6(quoted, mtu, to: &report) : appendIPv4(quoted, mtu, to: &report)
    return isAnswered ? report : nil
  }

  private static func appendIPv4(_ packet: Span<UInt8>, _ mtu: UInt16, to report: inout [UInt8]) -> Bool {
    let headerLength = Int(packet[0] & 0x0F) * 4
    let isLaterFragment = packet.uint16(at: 6) & 0x1FFF != 0
    guard headerLength >= 20, packet.count >= headerLength + 8, !isLaterFragment, packet[12] < 224, packet[16] < 224
    else { return false }
    // Among ICMP messages, only queries get an error: echo, timestamp and the like.
    if packet[9] == 1, ![0, 8, 13, 14, 17, 18].contains(packet[headerLength]) { return false }
    // RFC 1812 section 4.3.2.3: quote as much of the packet as fits into 576 bytes.
    let quoted = min(packet.count, 576 - 28)
    let start = report.count
    report.append(contentsOf: [0x45, 0xC0])
    report.append(bigEndian: UInt16(28 + quoted))
    report.append(contentsOf: [0, 0, 0, 0, 64, 1, 0, 0])
    report.append(contentsOf: packet.extracting(16..<20))
    report.append(contentsOf: packet.extracting(12..<16))
    report.set(InternetChecksum.of(report.span, in: start..<start + 20), at: start + 10)
    // Destination unreachable, fragmentation needed; the last 16 bits of the header are the next link's MTU.
    report.append(contentsOf: [3, 4, 0, 0, 0, 0])
    report.append(bigEndian: mtu)
    report.append(contentsOf: packet.extracting(0..<quoted))
    report.set(InternetChecksum.of(report.span, in: start + 20..<report.count), at: start + 22)
    return true
  }

  private static func appendIPv6(_ packet: Span<UInt8>, _ mtu: UInt16, to report: inout [UInt8]) -> Bool {
    guard packet[8] != 0xFF, packet[24] != 0xFF else { return false }
    // ICMPv6 errors have types below 128.
    if packet[6] == 58, packet.count > 40, packet[40] < 128 { return false }
    // RFC 4443 section 3.2: quote as much as fits into the minimum MTU of IPv6.
    let quoted = min(packet.count, 1280 - 48)
    let start = report.count
    report.append(contentsOf: [0x60, 0, 0, 0])
    report.append(bigEndian: UInt16(8 + quoted))
    report.append(contentsOf: [58, 64])
    report.append(contentsOf: packet.extracting(24..<40))
    report.append(contentsOf: packet.extracting(8..<24))
    report.append(contentsOf: [2, 0, 0, 0])
    report.append(bigEndian: UInt32(mtu))
    report.append(contentsOf: packet.extracting(0..<quoted))
    var sum = InternetChecksum()
    sum.add(report.span, in: start + 8..<start + 40)
    sum.add(UInt32(8 + quoted))
    sum.add(58 as UInt16)
    sum.add(report.span, in: start + 40..<report.count)
    report.set(sum.value, at: start + 42)
    return true
  }
}
