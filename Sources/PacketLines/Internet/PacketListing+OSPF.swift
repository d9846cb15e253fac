import TextOutput
import Wire

extension PacketListing {
  /// Appends an OSPF packet, version 2 (RFC 2328): its kind, with `-v` its header, and what a hello says.
  mutating func appendOSPF(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "ospf2"
    var (packet, length) = (bytes.extracting(bytes.range(upTo: bytes.count)), length)
    let authentication = try bytes.get16(start + 14)
    if authentication == 2 {
      // The digest follows the packet.
      length -= 16
      packet = bytes.extracting(bytes.range(upTo: bytes.count - 16))
    }
    let type = try packet.get8(start + 1)
    guard try appendOSPFStart(packet, at: start, type, "unknown LS-type ", "", length: length) else { return }
    guard options.verbosity > 0 else { return }
    let claimed = Int(try packet.get16(start + 2))
    if length != claimed { appendLength(" [len ", claimed) }
    try appendOSPFRouter(packet, at: start)
    try packet.require(8, at: start + 16)
    text.append(", Authentication Type: ")
    text.append(authentication < 3 ? ["none", "simple", "MD5"][Int(authentication)] : "unknown")
    text.append(" (", authentication)
    text.append(")")
    switch authentication {
    case 0: break
    case 1:
      text.append("\n\tSimple text password: ")
      try appendPadded(packet, start + 16..<start + 24)
    case 2:
      text.append("\n\tKey-ID: ", packet[start + 18])
      text.append(", Auth-Length: ", packet[start + 19])
      text.append(", Crypto Sequence Number: 0x", hexadecimal: packet.uint32(at: start + 20), paddedTo: 8)
    default: return
    }
    let version = packet[start]
    guard version == 2 else {
      text.append(" ospf [version ", version)
      return text.append("]")
    }
    if type == 1 { try appendHello(packet, at: start + 24, end: start + min(length, claimed)) }
  }

  /// Appends an OSPF packet, version 3 (RFC 5340).
  mutating func appendOSPFv3(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "ospf3"
    let type = try bytes.get8(start + 1)
    guard try appendOSPFStart(bytes, at: start, type, "unknown packet type (", ")", length: length) else { return }
    guard options.verbosity > 0 else { return }
    let claimed = Int(try bytes.get16(start + 2))
    if claimed > length { return appendLength(" [len ", claimed) }
    try appendOSPFRouter(bytes, at: start)
    let instance = try bytes.get8(start + 14)
    if instance != 0 { text.append(", Instance ", instance) }
    if type == 1, bytes[start] == 3 { try appendHello3(bytes, at: start + 16, end: start + claimed) }
  }

  /// `OSPFv2, Hello, length 44`; false where the kind is unknown.
  private mutating func appendOSPFStart(
    _ bytes: Span<UInt8>, at start: Int, _ type: UInt8, _ unknown: String, _ end: String, length: Int
  ) throws(Truncation) -> Bool {
    let names = ["Hello", "Database Description", "LS-Request", "LS-Update", "LS-Ack"]
    text.append("OSPFv", try bytes.get8(start))
    text.append(", ")
    let isKnown = 1...5 ~= type
    if isKnown {
      text.append(names[Int(type) - 1])
    } else {
      text.append(unknown, type)
      text.append(end)
    }
    text.append(", length ")
    text.append(length: length)
    return isKnown
  }

  private mutating func appendOSPFRouter(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    text.append("\n\tRouter-ID ", try bytes.ipv4Address(start + 4))
    let area = try bytes.ipv4Address(start + 8)
    if area == .any { text.append(", Backbone Area") } else { text.append(", Area ", area) }
  }

  private mutating func appendHello(_ bytes: Span<UInt8>, at start: Int, end: Int) throws(Truncation) {
    let flags = try bytes.get8(start + 6)
    text.append("\n\tOptions [")
    appendFlagNames(
      UInt32(flags),
      [
        (0x01, "MultiTopology"), (0x02, "External"), (0x04, "Multicast"), (0x08, "NSSA"), (0x10, "LLS"),
        (0x20, "Demand Circuit"), (0x40, "Opaque"), (0x80, "Up/Down"),
      ])
    text.append("]")
    let (interval, dead) = (try bytes.get16(start + 4), try bytes.get32(start + 8))
    let (mask, priority) = (try bytes.ipv4Address(start), try bytes.get8(start + 7))
    text.append("\n\t  Hello Timer ", interval)
    text.append("s, Dead Timer ", dead)
    text.append("s, Mask ", mask)
    text.append(", Priority ", priority)
    try appendDesignatedRouters(bytes, at: start + 12)
    if start + 20 < end { text.append("\n\t  Neighbor List:") }
    try appendNeighbors(bytes, start + 20, end)
  }

  private mutating func appendHello3(_ bytes: Span<UInt8>, at start: Int, end: Int) throws(Truncation) {
    let flags = try bytes.get32(start + 4)
    text.append("\n\tOptions [")
    appendFlagNames(
      flags,
      [
        (0x01, "V6"), (0x02, "External"), (0x04, "Deprecated"), (0x08, "NSSA"), (0x10, "Router"),
        (0x20, "Demand Circuit"), (0x100, "AFs Support"), (0x200, "LLS"), (0x400, "Authentication Trailer"),
      ])
    text.append("]")
    let (interval, dead) = (try bytes.get16(start + 8), try bytes.get16(start + 10))
    let (interface, priority) = (try bytes.ipv4Address(start), try bytes.get8(start + 4))
    text.append("\n\t  Hello Timer ", interval)
    text.append("s, Dead Timer ", dead)
    text.append("s, Interface-ID ", interface)
    text.append(", Priority ", priority)
    try appendDesignatedRouters(bytes, at: start + 12)
    guard options.verbosity > 1 else { return }
    text.append("\n\t  Neighbor List:")
    try appendNeighbors(bytes, start + 20, end)
  }

  private mutating func appendDesignatedRouters(_ bytes: Span<UInt8>, at offset: Int) throws(Truncation) {
    let designated = try bytes.ipv4Address(offset)
    if designated != .any { text.append("\n\t  Designated Router ", designated) }
    let backup = try bytes.ipv4Address(offset + 4)
    if backup != .any { text.append(", Backup Designated Router ", backup) }
  }

  private mutating func appendNeighbors(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) throws(Truncation) {
    for offset in stride(from: start, to: end, by: 4) {
      text.append("\n\t    ", try bytes.ipv4Address(offset))
    }
  }
}
