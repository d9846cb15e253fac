import TextOutput

/// The ways in which Wireshark writes numbers in a tree.
enum TextFormat {
  private static let digits = Array("0123456789abcdef".utf8)

  /// `0x0800`: at least `digits` hexadecimal digits.
  static func hex(_ value: UInt64, _ digits: Int) -> String {
    let text = String(value, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
  }

  /// Two hexadecimal digits each.
  static func hex(_ bytes: some Sequence<UInt8>, separator: String = "") -> String {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.underestimatedCount * (2 + separator.utf8.count))
    for byte in bytes {
      if !text.isEmpty { text += separator.utf8 }
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The lowest `bits` bits, in groups of four from the right.
  static func binary(_ value: UInt64, _ bits: Int) -> String {
    pattern(value, mask: .max, bits: bits)
  }

  /// `..0. .... = `: the bits that `mask` has, dots for the others, in groups of four from the right.
  ///
  /// - Parameter from: how many of the lowest bits are shown, if not all.
  static func pattern(_ value: UInt64, mask: UInt64, bits: Int, from: Int? = nil) -> String {
    let shown = from ?? bits
    var text = ""
    for place in stride(from: shown - 1, through: 0, by: -1) {
      let bit = UInt64(1) << UInt64(place & 63)
      text += mask & bit == 0 ? "." : value & bit == 0 ? "0" : "1"
      if place & 3 == 0, place > 0 { text += " " }
    }
    return text
  }

  /// `1.000000000`: nanoseconds as seconds.
  static func seconds(_ nanoseconds: Int64) -> String {
    let magnitude = nanoseconds.magnitude
    let fraction = String(magnitude % 1_000_000_000)
    return "\(nanoseconds < 0 ? "-" : "")\(magnitude / 1_000_000_000)."
      + String(repeating: "0", count: 9 - fraction.utf8.count) + fraction
  }
}

extension TextFormat {
  /// `0.123`: nanoseconds as milliseconds.
  static func milliseconds(_ nanoseconds: Int64) -> String {
    let micros = nanoseconds.magnitude / 1000
    let fraction = String(micros % 1000)
    return "\(nanoseconds < 0 ? "-" : "")\(micros / 1000)." + String(repeating: "0", count: 3 - fraction.utf8.count)
      + fraction
  }
}
