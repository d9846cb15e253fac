import TextOutput
import Wire

extension PacketListing {
  /// Appends a message of Protocol Independent Multicast, version 1, which is carried in IGMP.
  mutating func appendPIMv1(_ bytes: Span<UInt8>, at start: Int, length: Int) throws(Truncation) {
    layer = "pimv1"
    let type = try bytes.get8(start + 1)
    let names = [
      "Query", "Register", "Register-Stop", "Join/Prune", "RP-reachable", "Assert", "Graft", "Graft-ACK",
    ]
    text.append(" ")
    if Int(type) < names.count {
      text.append(names[Int(type)])
    } else {
      text.append("[type ", type)
      text.append("]")
    }
    guard try appendPIMv1Body(type, bytes, at: start, length: length) else { return appendTruncation() }
    let version = try bytes.get8(start + 4) >> 4
    if version != 1 {
      text.append(" [v", version)
      text.append("]")
    }
  }

  /// Appends what a message says; false where it is too short to.
  private mutating func appendPIMv1Body(
    _ type: UInt8, _ bytes: Span<UInt8>, at start: Int, length: Int
  ) throws(Truncation) -> Bool {
    switch type {
    case 0: try appendPIMv1Query(bytes, at: start)
    case 1:
      guard bytes.has(20, at: start + 8) else { return false }
      try appendPair(bytes, start + 20, start + 24)
    case 2: try appendPair(bytes, start + 8, start + 12)
    case 3, 6, 7:
      guard options.verbosity > 0 else { return true }
      guard length >= 8 else { return false }
      try appendJoinPrune(bytes, (start + 8)..<(start + length))
    case 4:
      guard options.verbosity > 0 else { return true }
      text.append(" group ", try bytes.ipv4Address(start + 8))
      try appendMask(bytes, at: start + 12)
      text.append(" RP ", try bytes.ipv4Address(start + 16))
      text.append(" hold ")
      appendDuration(UInt32(try bytes.get16(start + 22)))
    case 5:
      try appendPair(bytes, start + 16, start + 8)
      try appendMask(bytes, at: start + 12)
      let metric = try bytes.get32(start + 24)
      let preference = bytes.uint32(at: start + 20)
      text.append(preference >> 31 != 0 ? " RP-tree pref " : " SPT pref ", preference & 0x7FFF_FFFF)
      text.append(" metric ", metric)
    default: break
    }
    return true
  }

  private mutating func appendPIMv1Query(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    if bytes.has(1, at: start + 8) {
      switch bytes[start + 8] >> 4 {
      case 0: text.append(" Dense-mode")
      case 1: text.append(" Sparse-mode")
      case 2: text.append(" Sparse-Dense-mode")
      case let mode: text.append(" mode-", mode)
      }
    }
    guard options.verbosity > 0 else { return }
    text.append(" (Hold-time ")
    appendDuration(UInt32(try bytes.get16(start + 10)))
    text.append(")")
  }

  private mutating func appendPair(_ bytes: Span<UInt8>, _ source: Int, _ group: Int) throws(Truncation) {
    let (source, group) = (try bytes.ipv4Address(source), try bytes.ipv4Address(group))
    text.append(" for ", source)
    text.append(" > ", group)
  }

  private mutating func appendMask(_ bytes: Span<UInt8>, at offset: Int) throws(Truncation) {
    let mask = try bytes.ipv4Address(offset)
    if mask != .broadcast { text.append("/", mask) }
  }

  private mutating func appendJoinPrune(_ bytes: Span<UInt8>, _ body: Range<Int>) throws(Truncation) {
    let start = body.lowerBound
    if bytes.has(30, at: start), bytes[start + 11] == 1,
      Int(bytes.uint16(at: start + 20)) + Int(bytes.uint16(at: start + 22)) == 1
    {
      return try appendOneJoinPrune(bytes, at: start)
    }
    let lineFeed = options.verbosity > 1 ? "\n" : ""
    guard body.count >= 4 else { return appendTruncation() }
    text.append(lineFeed)
    text.append(" Upstream Nbr: ", try bytes.ipv4Address(start))
    guard body.count >= 8 else { return appendTruncation() }
    text.append(lineFeed)
    text.append(" Hold time: ")
    appendDuration(UInt32(try bytes.get16(start + 6)))
    guard options.verbosity > 1 else { return }
    guard body.count >= 12 else { return appendTruncation() }
    var offset = start + 12
    for _ in 0..<(try bytes.get8(start + 11)) {
      guard try appendJoinPruneGroup(bytes, &offset, end: body.upperBound) else { return appendTruncation() }
    }
  }

  /// One group with one source is a line.
  private mutating func appendOneJoinPrune(_ bytes: Span<UInt8>, at start: Int) throws(Truncation) {
    text.append(" RPF ", try bytes.ipv4Address(start))
    text.append(" ")
    let hold = bytes.uint16(at: start + 6)
    if hold != 180 {
      text.append("Hold ")
      appendDuration(UInt32(hold))
    }
    text.append(bytes.uint16(at: start + 20) != 0 ? "Join (" : "Prune (", try bytes.ipv4Address(start + 26))
    text.append("/", bytes[start + 25] & 0x3F)
    text.append(", ", try bytes.ipv4Address(start + 12))
    try appendMask(bytes, at: start + 16)
    text.append(bytes[start + 24] & 1 != 0 ? ") Sparse" : ") Dense")
    text.append(bytes[start + 25] & 0x80 != 0 ? " WC " : " ")
    text.append(bytes[start + 25] & 0x40 != 0 ? "RP" : "SPT")
  }

  private mutating func appendJoinPruneGroup(
    _ bytes: Span<UInt8>, _ offset: inout Int, end: Int
  ) throws(Truncation) -> Bool {
    guard end - offset >= 4 else { return false }
    text.append("\n\tGroup: ", try bytes.ipv4Address(offset))
    guard end - offset >= 8 else { return false }
    try appendMask(bytes, at: offset + 4)
    guard end - offset >= 12 else { return false }
    let (joined, pruned) = (Int(try bytes.get16(offset + 8)), Int(try bytes.get16(offset + 10)))
    text.append(" joined: ")
    text.append(length: joined)
    text.append(" pruned: ")
    text.append(length: pruned)
    offset += 12
    for index in 0..<(joined + pruned) {
      guard end - offset >= 6 else { return false }
      let source = try bytes.ipv4Address(offset + 2)
      let (mode, flags) = (bytes[offset], bytes[offset + 1])
      text.append(index < joined ? "\n\tJoin  " : "\n\tPrune ")
      text.append(mode & 1 != 0 ? "Sparse " : "Dense ")
      if flags & 0x80 != 0 { text.append("WC ") }
      text.append(flags & 0x40 != 0 ? "RP " : "SPT ", source)
      text.append("/", flags & 0x3F)
      offset += 6
    }
    return true
  }
}
