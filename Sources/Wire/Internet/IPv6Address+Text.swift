// RFC 5952 text, with the two embedded IPv4 forms that tcpdump and inet_ntop write (::192.0.2.1, ::ffff:192.0.2.1).

extension IPv6Address: LosslessStringConvertible {
  /// Any spelling of RFC 4291 section 2.2, without a zone; nil otherwise.
  public init?(_ description: String) {
    let halves = Self.halves(of: description)
    guard let front = Self.groups(halves.front, endsAddress: halves.back == nil) else { return nil }
    var groups = front
    if let backText = halves.back {
      guard let back = Self.groups(backText, endsAddress: true), front.count + back.count < 8 else { return nil }
      groups += [UInt16](repeating: 0, count: 8 - front.count - back.count) + back
    }
    guard groups.count == 8 else { return nil }
    high = groups[..<4].reduce(0) { $0 << 16 | UInt64($1) }
    low = groups[4...].reduce(0) { $0 << 16 | UInt64($1) }
  }

  /// What stands before and after `::`, or everything and nil if there is none.
  private static func halves(of text: String) -> (front: Substring, back: Substring?) {
    var index = text.startIndex
    while index < text.endIndex {
      if text[index...].hasPrefix("::") {
        return (text[..<index], text[text.index(index, offsetBy: 2)...])
      }
      index = text.index(after: index)
    }
    return (text[...], nil)
  }

  private static func groups(_ text: Substring, endsAddress: Bool) -> [UInt16]? {
    if text.isEmpty { return [] }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 8 else { return nil }
    var groups: [UInt16] = []
    for (position, part) in parts.enumerated() {
      if part.contains("."), endsAddress, position == parts.count - 1, let embedded = IPv4Address(String(part)) {
        groups.append(UInt16(truncatingIfNeeded: embedded.rawValue >> 16))
        groups.append(UInt16(truncatingIfNeeded: embedded.rawValue))
      } else {
        guard (1...4).contains(part.utf8.count), part.allSatisfy(\.isHexDigit), let group = UInt16(part, radix: 16)
        else { return nil }
        groups.append(group)
      }
    }
    return groups
  }

  public var description: String {
    let zeros = longestZeroRun
    var text = ""
    var index = 0
    while index < 8 {
      if index == zeros.lowerBound, !zeros.isEmpty {
        text += "::"
        index = zeros.upperBound
        continue
      }
      if index > 0, index != zeros.upperBound || zeros.isEmpty { text += ":" }
      if index == 6, embedsIPv4(after: zeros) {
        return text + IPv4Address(rawValue: UInt32(truncatingIfNeeded: low)).description
      }
      text += String(group(index), radix: 16)
      index += 1
    }
    return text
  }

  /// The first longest run of two or more zero groups; empty where there is none.
  public var longestZeroRun: Range<Int> {
    var best = 0..<0
    var start = 0
    for index in 0..<8 {
      if group(index) != 0 {
        start = index + 1
      } else if index + 1 - start > max(1, best.count) {
        best = start..<(index + 1)
      }
    }
    return best
  }

  /// Whether the last four octets are written as an IPv4 address.
  public func embedsIPv4(after zeros: Range<Int>) -> Bool {
    zeros == 0..<6 || (zeros == 0..<5 && group(5) == 0xFFFF)
  }
}
