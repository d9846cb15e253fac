import Glibc

/// The current time in the form of a Date field (RFC 9110 section 5.6.7), in English whatever the locale.
enum HTTPDate {
  private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  static func now() -> String {
    text(secondsSinceEpoch: time(nil))
  }

  static func text(secondsSinceEpoch: time_t) -> String {
    var seconds = secondsSinceEpoch
    var fields = tm()
    guard gmtime_r(&seconds, &fields) != nil else { return "Thu, 01 Jan 1970 00:00:00 GMT" }
    let clock = [fields.tm_hour, fields.tm_min, fields.tm_sec].map(twoDigits).joined(separator: ":")
    let day = days[Int(fields.tm_wday)]
    let month = months[Int(fields.tm_mon)]
    return "\(day), \(twoDigits(fields.tm_mday)) \(month) \(fields.tm_year + 1900) \(clock) GMT"
  }

  private static func twoDigits(_ value: CInt) -> String {
    value < 10 ? "0\(value)" : "\(value)"
  }
}
