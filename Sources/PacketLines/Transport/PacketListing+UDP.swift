import TextOutput
import Wire

extension PacketListing {
  /// Appends a UDP datagram for which the IP header leaves `length` bytes.
  mutating func appendUDP(_ bytes: Span<UInt8>, at start: Int, length: Int, _ ip: IPContext) throws(Truncation) {
    layer = "udp"
    guard bytes.has(4, at: start) else {
      if try bytes.get8(ip.offset + (ip.version == 6 ? 6 : 9)) == IPProtocol.udp.rawValue {
        try appendAddresses(bytes, ip)
        text.append(": ")
      }
      return appendTruncation()
    }
    let sourcePort = bytes.uint16(at: start)
    let destinationPort = bytes.uint16(at: start + 2)
    try appendEndpoints(bytes, ip, .udp, sourcePort, destinationPort)
    guard length >= 8 else { return appendTooShort("truncated-udp ", length) }
    guard bytes.has(6, at: start) else { return appendTruncation() }
    var claimed = Int(bytes.uint16(at: start + 4))
    if claimed == 0, length > 65535 { claimed = length }
    guard claimed >= 8 else { return appendTooShort("truncated-udplength ", claimed) }
    guard start + 8 <= bytes.count else { return appendTruncation() }
    let claimedPayload = claimed - 8
    let payloadLength = min(length - 8, claimedPayload)
    switch options.interpretation {
    case .domain:
      return try appendDNS(bytes, at: start + 8, length: payloadLength, overTCP: false, isMulticast: false)
    case .tftp: return try appendTFTP(bytes, at: start + 8, length: payloadLength)
    case .vxlan: return try appendVXLAN(bytes, at: start + 8, length: payloadLength)
    case nil: break
    }
    if options.verbosity > 0, !options.skipsChecksums, !ip.isFragment {
      appendUDPChecksum(bytes, at: start, payloadLength: payloadLength, ip)
    }
    if !options.quick {
      let ports = (sourcePort, destinationPort)
      if try appendDatagram(ports, bytes, at: start + 8, length: payloadLength) { return }
    }
    if claimedPayload > payloadLength, !ip.isFragment {
      text.append("UDP, bad length ")
      text.append(length: claimedPayload)
      text.append(" > ")
      text.append(length: payloadLength)
    } else {
      text.append("UDP, length ")
      text.append(length: claimedPayload)
    }
  }

  /// Appends the payload if one of the ports is that of a protocol that is read; of two, tcpdump's first choice.
  private mutating func appendDatagram(
    _ ports: (source: UInt16, destination: UInt16), _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) -> Bool {
    func uses(_ port: UInt16) -> Bool { ports.source == port || ports.destination == port }
    if uses(53) {
      try appendDNS(bytes, at: start, length: length, overTCP: false, isMulticast: false)
    } else if uses(5353) {
      try appendDNS(bytes, at: start, length: length, overTCP: false, isMulticast: true)
    } else if uses(69) {
      try appendTFTP(bytes, at: start, length: length)
    } else if uses(67) || uses(68) {
      try appendDHCP(bytes, at: start, length: length)
    } else if uses(123) {
      try appendNTP(bytes, at: start, length: length)
    } else if uses(L2TPHeader.port), L2TPHeader.isListed(bytes, at: start) {
      try appendL2TP(bytes, at: start, length: length)
    } else if uses(546) || uses(547) {
      try appendDHCPv6(bytes, at: start, length: length)
    } else if uses(5060) {
      try append(.sip, bytes, at: start, length: length)
    } else if uses(514) {
      try appendSyslog(bytes, at: start, length: length)
    } else if uses(8472) {
      try appendOTV(bytes, at: start, length: length)
    } else if uses(4789) {
      try appendVXLAN(bytes, at: start, length: length)
    } else if uses(6081) {
      try appendGeneve(bytes, at: start, length: length)
    } else if uses(VXLANGPEHeader.port), !VXLANGPEHeader.carriesServiceHeader(bytes, at: start) {
      try appendVXLANGPE(bytes, at: start, length: length)
    } else if uses(6635) {
      try appendMPLS(bytes, at: start, length: length)
    } else {
      return false
    }
    return true
  }

  /// IPv4 shows the checksum with `-vv`; IPv6, where it must be there, with `-v`.
  private mutating func appendUDPChecksum(_ bytes: Span<UInt8>, at start: Int, payloadLength: Int, _ ip: IPContext) {
    guard ip.version == 6 || options.verbosity > 1 else { return }
    let field = bytes.uint16(at: start + 6)
    if ip.version == 4, field == 0 { return text.append("[no cksum] ") }
    let length = payloadLength + 8
    guard bytes.has(length, at: start), let sum = PseudoHeader.sum(bytes, ip, .udp, length: length) else { return }
    let check = ChecksumCheck(bytes, in: start..<(start + length), field: start + 6, adding: sum)
    if check.isCorrect { return text.append("[udp sum ok] ") }
    text.append("[bad udp cksum 0x")
    text.append(hexadecimal: UInt32(field), paddedTo: 4)
    text.append(" -> 0x")
    text.append(hexadecimal: UInt32(check.expected), paddedTo: 4)
    text.append("!] ")
  }
}
