/// Whole numbers in lines of text, with `#` comments: tables and traces.
enum NumberLines {
  /// What is wrong with a text, and where.
  struct Problem: Error, Equatable {
    /// The line, from 1.
    var line: Int
    var words: String
  }

  /// Calls `take` with each number and its line.
  /// - Parameter wanted: what the numbers are, for errors: "a whole number of milliseconds".
  static func read(
    _ bytes: [UInt8], wanted: String, take: (_ number: Int64, _ line: Int) throws(Problem) -> Void
  ) throws(Problem) {
    var line = 1
    var index = 0
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        line += 1
        index += 1
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
        index += 1
      case UInt8(ascii: "#"):
        while index < bytes.count, bytes[index] != UInt8(ascii: "\n") { index += 1 }
      default:
        let end = bytes[index...].firstIndex { $0 <= 0x20 || $0 == UInt8(ascii: "#") } ?? bytes.count
        guard let number = number(bytes[index..<end]) else {
          let found = String(decoding: bytes[index..<min(end, index + 200)], as: UTF8.self).shortened
          throw Problem(line: line, words: "'\(found)' is not \(wanted)")
        }
        try take(number, line)
        index = end
      }
    }
  }

  /// Reads decimal digits, optionally after a minus sign; nil for anything else, and for more than 18 digits.
  private static func number(_ word: ArraySlice<UInt8>) -> Int64? {
    let isNegative = word.first == UInt8(ascii: "-")
    let digits = isNegative ? word.dropFirst() : word
    guard !digits.isEmpty, digits.count <= 18 else { return nil }
    var value: Int64 = 0
    for digit in digits {
      guard (0x30...0x39).contains(digit) else { return nil }
      value = value * 10 + Int64(digit - 0x30)
    }
    return isNegative ? -value : value
  }
}
