extension LinkAddress {
  /// Reads an address in its usual notation: `192.0.2.1`, `2001:db8::1`, `::ffff:192.0.2.1`.
  public init?(_ text: String) {
    if text.contains(":") {
      guard let groups = Self.groups(text) else { return nil }
      let halves = [groups[..<4], groups[4...]].map { $0.reduce(UInt64(0)) { $0 << 16 | UInt64($1) } }
      self.init(high: halves[0], low: halves[1])
    } else {
      guard let value = Self.ipv4(text[...]) else { return nil }
      self.init(ipv4: value)
    }
  }

  private static func ipv4(_ text: Substring) -> UInt32? {
    let octets = text.split(separator: ".", omittingEmptySubsequences: false)
    guard octets.count == 4 else { return nil }
    var value: UInt32 = 0
    for octet in octets {
      guard (1...3).contains(octet.count), octet.allSatisfy({ ("0"..."9").contains($0) }), let number = UInt8(octet)
      else { return nil }
      value = value << 8 | UInt32(number)
    }
    return value
  }

  /// The eight groups of RFC 4291 section 2.2, with the gap of `::` filled in.
  private static func groups(_ text: String) -> [UInt16]? {
    var rest = text[...]
    var tail: [UInt16] = []
    if text.contains("."), let colon = text.lastIndex(of: ":") {
      guard let value = ipv4(text[text.index(after: colon)...]) else { return nil }
      tail = [UInt16(value >> 16), UInt16(truncatingIfNeeded: value)]
      rest = text[...colon]
      // Remove the colon before the dotted part, unless it is part of `::`.
      if !rest.hasSuffix("::") { rest = rest.dropLast() }
    }
    guard let gap = rest.firstRange(of: "::") else {
      guard let all = words(rest), all.count + tail.count == 8 else { return nil }
      return all + tail
    }
    guard let before = words(rest[..<gap.lowerBound]), let after = words(rest[gap.upperBound...]) else { return nil }
    let known = before.count + after.count + tail.count
    guard known <= 7 else { return nil }
    return before + Array(repeating: 0, count: 8 - known) + after + tail
  }

  private static func words(_ text: Substring) -> [UInt16]? {
    if text.isEmpty { return [] }
    var words: [UInt16] = []
    for word in text.split(separator: ":", omittingEmptySubsequences: false) {
      guard (1...4).contains(word.count), word.allSatisfy(\.isHexDigit), let value = UInt16(word, radix: 16) else {
        return nil
      }
      words.append(value)
    }
    return words
  }
}
