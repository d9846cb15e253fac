import TextOutput
import Wire

// What IGMPv3 (RFC 3376) and MLDv2 (RFC 3810) say alike: groups, and the sources that are wanted of each.

extension PacketListing {
  /// Appends the group records of a report.
  mutating func appendGroupRecords(
    _ bytes: Span<UInt8>, at start: Int, length: Int, areIPv6: Bool
  ) throws(Truncation) {
    let width = areIPv6 ? 16 : 4
    let groups = Int(try bytes.get16(start + 6))
    text.append(", ")
    text.append(length: groups)
    text.append(" group record(s)")
    guard options.verbosity > 0 else { return }
    var group = 8
    for _ in 0..<groups {
      guard length >= group + 4 + width else { return text.append(" [invalid number of groups]") }
      try appendAddress(" [gaddr ", bytes, at: start + group + 4, isIPv6: areIPv6)
      let type = try bytes.get8(start + group)
      text.append(" ")
      appendRecordType(type, version: areIPv6 ? "v2" : "v3")
      let sources = Int(try bytes.get16(start + group + 2))
      group += 4 + width
      guard length >= group + sources * width else { return appendLength(" [invalid number of sources ", sources) }
      try appendSources(bytes, at: start + group, count: sources, areIPv6: areIPv6)
      group += sources * width
      text.append("]")
    }
  }

  /// Appends the sources that a query asks for, whose number stands before them.
  ///
  /// - Parameter length: how much of the query there is from the sources on.
  mutating func appendQueriedSources(
    _ bytes: Span<UInt8>, at start: Int, length: Int, areIPv6: Bool
  ) throws(Truncation) {
    let sources = Int(try bytes.get16(start - 2))
    if sources > 0 {
      if length < sources * (areIPv6 ? 16 : 4) {
        text.append(" [invalid number of sources]")
      } else {
        try appendSources(bytes, at: start, count: sources, areIPv6: areIPv6)
      }
    }
    text.append("]")
  }

  /// Appends how many sources there are, or with `-vv` which.
  private mutating func appendSources(
    _ bytes: Span<UInt8>, at start: Int, count: Int, areIPv6: Bool
  ) throws(Truncation) {
    guard options.verbosity > 1 else {
      text.append(", ")
      text.append(length: count)
      return text.append(" source(s)")
    }
    text.append(" {")
    for index in 0..<count {
      try appendAddress(" ", bytes, at: start + index * (areIPv6 ? 16 : 4), isIPv6: areIPv6)
    }
    text.append(" }")
  }

  private mutating func appendAddress(
    _ words: String, _ bytes: Span<UInt8>, at start: Int, isIPv6: Bool
  ) throws(Truncation) {
    if isIPv6 {
      text.append(words, try bytes.ipv6Address(start))
    } else {
      text.append(words, try bytes.ipv4Address(start))
    }
  }

  private mutating func appendRecordType(_ type: UInt8, version: String) {
    switch type {
    case 1: text.append("is_in")
    case 2: text.append("is_ex")
    case 3: text.append("to_in")
    case 4: text.append("to_ex")
    case 5: text.append("allow")
    case 6: text.append("block")
    default:
      text.append(" [")
      text.append(version)
      text.append("-report-#")
      text.append(type)
      text.append("]")
    }
  }
}
