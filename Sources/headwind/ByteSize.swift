/// An amount of memory or data as people write it: `64M`, `1.5G`, `512 KiB`, `100000`.
struct ByteSize: Hashable {
  var bytes: Int

  /// Units are powers of 1024, `B` and `iB` may follow; a number alone counts bytes. Nil where it is none, or too large.
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

  /// What a suffix multiplies by; nil where it is not known.
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
