/// Numbers and bytes as filters write them.
enum FilterNumber {
  /// Decimal, `0x` hexadecimal, `0b` binary, or octal with a leading zero.
  static func unsigned(_ text: String) -> UInt64? {
    let text = text.lowercased()
    if text.hasPrefix("0x") { return digits(text.dropFirst(2), 16) }
    if text.hasPrefix("0b") { return digits(text.dropFirst(2), 2) }
    if text.hasPrefix("0"), text.utf8.count > 1 { return digits(text.dropFirst(), 8) }
    return digits(text[...], 10)
  }

  private static func digits(_ text: Substring, _ radix: Int) -> UInt64? {
    guard let first = text.first, first != "+", first != "-" else { return nil }
    return UInt64(text, radix: radix)
  }

  static func boolean(_ text: String) -> Bool? {
    switch text {
    case "True", "TRUE": true
    case "False", "FALSE": false
    default: unsigned(text).map { $0 != 0 }
    }
  }

  /// `0a:1b`, `0a-1b`, `0a.1b`, `0a1b`, `:0a`, `0x1f`, `ff`, `0b00000001`: pairs of hexadecimal digits, perhaps with
  /// separators, and single digits before one and at the end.
  static func bytes(_ text: String) -> [UInt8]? {
    var digits = Array(text.utf8)
    if digits.first == UInt8(ascii: ":") { digits.removeFirst() }
    let lowered = String(decoding: digits, as: UTF8.self).lowercased()
    if digits.count == 4, lowered.hasPrefix("0x") { digits.removeFirst(2) }
    if digits.count == 10, lowered.hasPrefix("0b"), let byte = UInt8(lowered.dropFirst(2), radix: 2) { return [byte] }
    var bytes: [UInt8] = []
    var place = 0
    while place < digits.count {
      guard let high = nibble(digits, place) else { return nil }
      if let low = nibble(digits, place + 1) {
        bytes.append(high << 4 | low)
        place += 2
      } else {
        bytes.append(high)
        place += 1
        guard place == digits.count || isSeparator(digits[place]) else { return nil }
      }
      if place < digits.count, isSeparator(digits[place]) { place += 1 }
    }
    return bytes
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ":") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  private static func nibble(_ digits: [UInt8], _ place: Int) -> UInt8? {
    guard place < digits.count else { return nil }
    return Character(Unicode.Scalar(digits[place])).hexDigitValue.map(UInt8.init)
  }
}
