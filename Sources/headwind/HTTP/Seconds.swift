/// Formats times for people and for programs.
enum Seconds {
  /// Nanoseconds as seconds with nine decimals, as Wireshark writes `http.time`.
  static func exact(_ nanoseconds: Int64) -> String {
    let magnitude = nanoseconds.magnitude
    let fraction = String(magnitude % 1_000_000_000)
    let zeros = String(repeating: "0", count: 9 - fraction.utf8.count)
    return (nanoseconds < 0 ? "-" : "") + "\(magnitude / 1_000_000_000).\(zeros)\(fraction)"
  }

  /// Nanoseconds with three significant digits: `812 us`, `104 ms`, `4.21 s`.
  static func short(_ nanoseconds: Int64) -> String {
    let sign = nanoseconds < 0 ? "-" : ""
    let microseconds = (nanoseconds.magnitude + 500) / 1000
    switch microseconds {
    case ..<1000: return sign + "\(microseconds) us"
    case ..<10_000: return sign + decimal(microseconds, unit: 1000, places: 2) + " ms"
    case ..<100_000: return sign + decimal(microseconds, unit: 1000, places: 1) + " ms"
    case ..<1_000_000: return sign + "\(microseconds / 1000) ms"
    case ..<10_000_000: return sign + decimal(microseconds, unit: 1_000_000, places: 2) + " s"
    default: return sign + decimal(microseconds, unit: 1_000_000, places: 1) + " s"
    }
  }

  private static func decimal(_ value: UInt64, unit: UInt64, places: Int) -> String {
    let scale: UInt64 = places == 2 ? 100 : 10
    let scaled = value * scale / unit
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.utf8.count) + fraction
  }
}
