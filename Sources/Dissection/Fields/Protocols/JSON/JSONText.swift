/// The text of JSON strings.
enum JSONText {
  /// A string's bytes without its quotes.
  static func inside(_ range: Range<Int>) -> Range<Int> {
    range.count >= 2 ? range.lowerBound + 1..<range.upperBound - 1 : range.lowerBound..<range.lowerBound
  }

  /// The text with its escapes undone (RFC 8259 section 7); half a surrogate pair is U+FFFD.
  static func unescaped(_ bytes: Span<UInt8>, _ range: Range<Int>) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(range.count)
    var index = range.lowerBound
    var units: [UInt16] = []
    while index < range.upperBound {
      let byte = bytes[index]
      guard byte == UInt8(ascii: "\\"), index + 1 < range.upperBound else {
        flush(&units, &result)
        result.append(byte)
        index += 1
        continue
      }
      let letter = bytes[index + 1]
      if letter == UInt8(ascii: "u") {
        units.append(unit(bytes, index + 2, range.upperBound))
        index = min(range.upperBound, index + 6)
        continue
      }
      flush(&units, &result)
      result.append(plain(letter))
      index += 2
    }
    flush(&units, &result)
    return String(decoding: result, as: UTF8.self)
  }

  private static func flush(_ units: inout [UInt16], _ result: inout [UInt8]) {
    guard !units.isEmpty else { return }
    result += Array(String(decoding: units, as: UTF16.self).utf8)
    units.removeAll()
  }

  private static func unit(_ bytes: Span<UInt8>, _ start: Int, _ end: Int) -> UInt16 {
    var value: UInt16 = 0
    for index in start..<max(start, min(end, start + 4)) {
      value = value &<< 4 | UInt16(Character(Unicode.Scalar(bytes[index])).hexDigitValue ?? 0)
    }
    return value
  }

  private static func plain(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }
}
