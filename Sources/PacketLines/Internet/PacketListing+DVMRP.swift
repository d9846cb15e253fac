import TextOutput
import Wire

extension PacketListing {
  /// Appends a message of the Distance Vector Multicast Routing Protocol in IGMP (RFC 1075), 8 bytes at least.
  mutating func appendDVMRP(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "dvmrp"
    let type = try bytes.get8(start + 1)
    let names = [
      "Probe", "Report", "Ask-neighbors(old)", "Neighbors(old)", "Ask-neighbors2", "Neighbors2", "Prune", "Graft",
      "Graft-ACK",
    ]
    text.append(" ")
    if type > 0, Int(type) <= names.count {
      text.append(names[Int(type) - 1])
    } else {
      text.append("[type ", type)
      text.append("]")
    }
    let body = (start + 8)..<(start + length)
    switch type {
    case 1: if options.verbosity > 0 { try appendProbe(bytes, body) }
    case 2: if options.verbosity > 1 { try appendRoutes(bytes, body) }
    case 4: try appendNeighbors(bytes, body, hasFlags: false)
    case 6:
      text.append(" (v ", try bytes.get8(start + 7))
      text.append(".", bytes[start + 6])
      text.append("):")
      try appendNeighbors(bytes, body, hasFlags: true)
    case 7, 8, 9:
      let group = try bytes.ipv4Address(start + 12)
      text.append(" src ", try bytes.ipv4Address(start + 8))
      text.append(" grp ", group)
      if type == 7 {
        text.append(" timer ")
        appendDuration(try bytes.get32(start + 16))
      }
    default: break
    }
  }

  private mutating func appendTooShortPart(_ words: String, _ length: Int, least: Int) {
    text.append(words)
    text.append(length: length)
    text.append(" < ")
    text.append(length: least)
    text.append("]")
    appendInvalid()
  }

  private mutating func appendProbe(_ bytes: Span<UInt8>, _ body: Range<Int>) throws(Truncation) {
    guard body.count >= 4 else { return appendTooShortPart(" [full length ", body.count, least: 4) }
    text.append(options.verbosity > 1 ? "\n\t" : " ")
    text.append("genid ", try bytes.get32(body.lowerBound))
    guard options.verbosity > 1 else { return }
    var offset = body.lowerBound + 4
    while offset < body.upperBound {
      let rest = body.upperBound - offset
      guard rest >= 4 else { return appendTooShortPart("[remaining length ", rest, least: 4) }
      text.append("\n\tneighbor ", try bytes.ipv4Address(offset))
      offset += 4
    }
  }

  /// Masks, each with the networks of that mask: as many bytes of an address as the mask covers, and a metric whose
  /// upper bit is set in the last of them.
  private mutating func appendRoutes(_ bytes: Span<UInt8>, _ body: Range<Int>) throws(Truncation) {
    var offset = body.lowerBound
    while offset < body.upperBound {
      let rest = body.upperBound - offset
      guard rest >= 3 else { return appendTooShortPart(" [length ", rest, least: 3) }
      let mask = UInt32(try bytes.get16(offset)) << 8 | UInt32(try bytes.get8(offset + 2))
      let width = mask & 0xFF != 0 ? 4 : mask & 0xFF00 != 0 ? 3 : mask & 0xFF_0000 != 0 ? 2 : 1
      text.append("\n\tMask ", IPv4Address(rawValue: 0xFF00_0000 | mask))
      offset += 3
      var isLast = false
      repeat {
        guard body.upperBound - offset >= width + 1 else {
          text.append("\n\t  [Truncated Report]")
          return appendInvalid()
        }
        var origin: UInt32 = 0
        for index in 0..<width { origin |= UInt32(try bytes.get8(offset + index)) << UInt32(24 - 8 * index) }
        let metric = try bytes.get8(offset + width)
        isLast = metric & 0x80 != 0
        text.append("\n\t  ", IPv4Address(rawValue: origin))
        text.append(" metric ", metric & 0x7F)
        offset += width + 1
      } while !isLast
    }
  }

  private mutating func appendNeighbors(
    _ bytes: Span<UInt8>, _ body: Range<Int>, hasFlags: Bool
  ) throws(Truncation) {
    var offset = body.lowerBound
    let headerLength = hasFlags ? 8 : 7
    while offset < body.upperBound {
      let rest = body.upperBound - offset
      guard rest >= headerLength else { return appendTooShortPart(" [length ", rest, least: headerLength) }
      try bytes.require(headerLength - 4, at: offset + 4)
      let local = try bytes.ipv4Address(offset)
      let (metric, threshold) = (bytes[offset + 4], bytes[offset + 5])
      let flags = hasFlags ? bytes[offset + 6] : 0
      var count = Int(bytes[offset + headerLength - 1])
      offset += headerLength
      while count > 0, !hasFlags || offset < body.upperBound {
        let rest = body.upperBound - offset
        guard rest >= 4 else { return appendTooShortPart(" [length ", rest, least: 4) }
        text.append(" [", local)
        text.append(hasFlags ? " -> " : " ->")
        text.append(hasFlags ? "" : " ", try bytes.ipv4Address(offset))
        text.append(hasFlags ? " (" : ", (", metric)
        text.append("/", threshold)
        for (bit, name) in [
          (UInt8(0x01), "/tunnel"), (0x02, "/srcrt"), (0x40, "/querier"), (0x20, "/disabled"), (0x10, "/down"),
        ] where flags & bit != 0 {
          text.append(name)
        }
        text.append(")]")
        offset += 4
        count -= 1
      }
      if count > 0 {
        text.append(" [invalid ncount]")
        return appendInvalid()
      }
    }
  }
}
