/// A size of memory or data as users write it: `64M`, `1.5G`, `512 KiB`, `100000`.
struct ByteSize: Hashable {
  var bytes: Int

  /// Units are powers of 1024, optionally followed by `B` or `iB`. A number without a unit counts bytes. Nil if it is
  /// not a size, or too large.
  init?(_ text: String) {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard let value = Double(number), let scale = Self.scale(text.dropFirst(number.count)) else { return nil }
    let bytes = value * scale
    guard bytes < 0x1p62 else { return nil }
    self.bytes = Int(bytes)
  }

  init(bytes: Int) {
    self.bytes = bytes
  }

  /// The factor of a suffix; nil if the suffix is unknown.
  private static func scale(_ suffix: Substring) -> Double? {
    var unit = suffix.lowercased().filter { $0 != " " }
    if unit.isEmpty { return 1 }
    if unit.hasSuffix("ib") { unit.removeLast(2) } else if unit.hasSuffix("b"), unit != "b" { unit.removeLast() }
    switch unit {
    case "b": return 1
    case "k": return 0x1p10
    case "m": return 0x1p20
    case "g": return 0x1p30
    case "t": return 0x1p40
    default: return nil
    }
  }
}
