/// Percent-encoding (RFC 3986 section 2.1).
enum PercentEncoding {
  /// The bytes that a text stands for; a percent sign that two hexadecimal digits do not follow stands for itself.
  /// - Parameter plusIsSpace: whether a plus sign stands for a space, as in forms.
  static func decode(_ bytes: Span<UInt8>, _ range: Range<Int>, plusIsSpace: Bool = false) -> [UInt8] {
    var plain: [UInt8] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == UInt8(ascii: "%"), index + 2 < range.upperBound,
        let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
      {
        plain.append(UInt8(high << 4 | low))
        index += 3
      } else {
        plain.append(plusIsSpace && bytes[index] == UInt8(ascii: "+") ? 0x20 : bytes[index])
        index += 1
      }
    }
    return plain
  }
}
