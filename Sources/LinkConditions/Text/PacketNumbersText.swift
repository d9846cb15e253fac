/// Packet numbers as words: `3, 7..9`.
enum PacketNumbersText {
  static let wanted = "packet numbers from 1, such as '3' or '3, 7..9'"

  /// Reads numbers and ranges that are separated by commas.
  static func numbers(_ text: String) throws(Quantity.Problem) -> PacketNumbers {
    var ranges: [ClosedRange<UInt64>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let part = part.trimmingBlanks()
      let ends = String(part).components(separatedBy: "..")
      guard ends.count <= 2, let first = number(ends[0]), let last = number(ends[ends.count - 1]) else {
        throw Quantity.Problem(words: "'\(String(part).shortened)' is not a packet number")
      }
      guard first <= last else { throw Quantity.Problem(words: "'\(String(part).shortened)' ends before it begins") }
      ranges.append(first...last)
    }
    return PacketNumbers(ranges)
  }

  static func text(_ numbers: PacketNumbers) -> String {
    numbers.ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)..\($0.upperBound)" }
      .joined(separator: ", ")
  }

  private static func number(_ text: String) -> UInt64? {
    let digits = text[...].trimmingBlanks()
    guard (1...18).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }), let value = UInt64(digits),
      value > 0
    else { return nil }
    return value
  }
}

extension String {
  /// The pieces between occurrences of a separator.
  fileprivate func components(separatedBy separator: String) -> [String] {
    var pieces: [String] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      pieces.append(String(rest[..<range.lowerBound]))
      rest = rest[range.upperBound...]
    }
    return pieces + [String(rest)]
  }
}
