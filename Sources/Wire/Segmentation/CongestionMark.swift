/// Marks a packet "congestion experienced" on its way (RFC 3168 section 5).
public enum CongestionMark {
  /// Sets both ECN bits of an IPv4 or IPv6 header, and updates IPv4's checksum. Other frames stay unchanged.
  public static func set(in bytes: inout MutableSpan<UInt8>) {
    guard let network = EthernetPayload(bytes.span) else { return }
    if network.isIPv6 {
      bytes[network.offset + 1] |= 0x30
      return
    }
    let headerEnd = network.offset + Int(bytes[network.offset] & 0x0F) * 4
    guard headerEnd >= network.offset + 20, headerEnd <= bytes.count else { return }
    bytes[network.offset + 1] |= 0x03
    bytes.setBigEndian(UInt16(0), at: network.offset + 10)
    bytes.setBigEndian(InternetChecksum.of(bytes.span, in: network.offset..<headerEnd), at: network.offset + 10)
  }
}
