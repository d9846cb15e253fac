internal import Pages
internal import TextOutput

/// Escapes text for XML and HTML, and formats times for them.
enum MarkupText {
  /// Escapes markup characters. Characters that XML 1.0 does not allow (section 2.2) or that could harm a terminal
  /// are written out.
  static func escaped(_ text: String) -> String {
    let allowed = PrintableText(lines: text).text.unicodeScalars.map { scalar in
      scalar == "\u{fffe}" || scalar == "\u{ffff}" ? "\u{fffd}" : scalar
    }
    return StaticPage.escaped(String(String.UnicodeScalarView(allowed)))
  }

  /// Seconds with three decimals and a point, independent of the locale.
  static func seconds(_ value: Double) -> String {
    // A report can contain any number, so values that are too large are limited.
    let thousandths = Int64((min(max(0, value), 1e12) * 1000).rounded())
    let fraction = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - fraction.count) + fraction
  }

  /// ISO 8601 in UTC: `2026-01-31T12:00:00Z`. The latest year is 9999.
  static func instant(_ epoch: Double) -> String {
    let time = CivilTime(seconds: Int64(min(max(0, epoch), 253_402_300_799)))
    return String(time.standard.prefix { $0 != "." }) + "Z"
  }
}
