/// Quantities as people write them, in the largest unit that needs no rounding.
public enum QuantityText {
  /// A time: `100 ms`, `1.5 s`.
  public static func text(of duration: LinkDuration) -> String {
    let count = duration.nanoseconds.magnitude
    let sign = duration.nanoseconds < 0 ? "-" : ""
    return sign + inLargestUnit(count, [("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1)])
  }

  /// A bandwidth: `32 kbps`, `1.5 Mbps`.
  public static func text(of bandwidth: Bandwidth) -> String {
    inLargestUnit(
      bandwidth.bitsPerSecond, [("Gbps", 1_000_000_000), ("Mbps", 1_000_000), ("kbps", 1_000), ("bps", 1)])
  }

  /// A probability: the shortest percentage that reads back as exactly this one.
  public static func text(of probability: Probability) -> String {
    // Neighbouring values are 2.3e-8 % apart, so eight decimals distinguish them.
    var scale: UInt64 = 1
    while scale < 100_000_000, percentage(probability, scale) == nil { scale *= 10 }
    return "\(decimal(percentage(probability, scale) ?? 0, scale)) %"
  }

  /// The percentage times `scale` as a whole number, if it reads back as exactly this probability.
  private static func percentage(_ probability: Probability, _ scale: UInt64) -> UInt64? {
    let digits = UInt64((probability.percent * Double(scale)).rounded())
    return Probability(percent: Double(digits) / Double(scale)) == probability ? digits : nil
  }

  /// A size: `4 KB`.
  public static func size(_ bytes: UInt64) -> String {
    inLargestUnit(bytes, [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1_000), ("B", 1)])
  }

  /// The number in the largest unit in which it is at least 1.
  private static func inLargestUnit(_ count: UInt64, _ units: [(name: String, factor: UInt64)]) -> String {
    let unit = units.first { count >= $0.factor } ?? (count == 0 ? units[0] : units[units.count - 1])
    return "\(decimal(count, unit.factor)) \(unit.name)"
  }

  /// `count / scale` without trailing zeros. The scale is a power of ten.
  private static func decimal(_ count: UInt64, _ scale: UInt64) -> String {
    let (whole, part) = count.quotientAndRemainder(dividingBy: scale)
    guard part > 0 else { return "\(whole)" }
    var digits = "\(scale + part)".dropFirst()
    while digits.last == "0" { digits.removeLast() }
    return "\(whole).\(digits)"
  }
}
