import Glibc
import TextOutput

/// The current time in the form of a Date field (RFC 9110 section 5.6.7).
enum HTTPDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]

  static func now() -> String {
    text(secondsSinceEpoch: time(nil))
  }

  static func text(secondsSinceEpoch: Int) -> String {
    let seconds = max(0, secondsSinceEpoch)
    let time = CivilTime(seconds: Int64(seconds))
    // 1970-01-01 was a Thursday.
    let weekday = seconds / 86_400 % 7
    let clock = [time.hour, time.minute, time.second].map(twoDigits).joined(separator: ":")
    return
      "\(days[weekday]), \(twoDigits(time.day)) \(CivilTime.months[time.month - 1]) \(time.year) \(clock) GMT"
  }

  private static func twoDigits(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }
}
