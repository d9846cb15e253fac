/// Values in the distinguished encoding rules of ASN.1 (X.690).
enum DER {
  static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    if content.count < 0x80 { return [tag, UInt8(content.count)] + content }
    let length = bytes(content.count)
    return [tag, 0x80 | UInt8(length.count)] + length + content
  }

  static func sequence(_ members: [UInt8]...) -> [UInt8] { element(0x30, Array(members.joined())) }

  static func set(_ member: [UInt8]) -> [UInt8] { element(0x31, member) }

  static func octets(_ bytes: [UInt8]) -> [UInt8] { element(0x04, bytes) }

  /// - Parameter unused: how many of the last byte's bits do not count.
  static func bits(_ bytes: [UInt8], unused: UInt8 = 0) -> [UInt8] { element(0x03, [unused] + bytes) }

  static func text(_ text: String) -> [UInt8] { element(0x0C, Array(text.utf8)) }

  static func boolean(_ value: Bool) -> [UInt8] { element(0x01, [value ? 0xFF : 0]) }

  /// - Parameter magnitude: in network order.
  static func integer(_ magnitude: [UInt8]) -> [UInt8] {
    let digits = Array(magnitude.drop { $0 == 0 })
    return element(0x02, digits.first.map { $0 < 0x80 } == true ? digits : [0] + digits)
  }

  /// - Parameter arcs: at least two.
  static func identifier(_ arcs: [Int]) -> [UInt8] {
    element(0x06, ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap(base128))
  }

  /// A time as certificates have it: UTCTime for the years 1950 to 2049, GeneralizedTime for others (RFC 5280 section 4.1.2.5).
  /// - Parameter seconds: since 1970. What the years 0 to 9999 do not hold becomes the nearest time.
  static func time(_ seconds: Int64) -> [UInt8] {
    let seconds = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let day = seconds >= 0 ? seconds / 86_400 : -((86_399 - seconds) / 86_400)
    let second = seconds - day * 86_400
    let (year, month, date) = civil(day)
    let rest = [month, date, second / 3600, second / 60 % 60, second % 60].map { padded($0, 2) }.joined() + "Z"
    return (1950...2049).contains(year)
      ? element(0x17, Array((padded(year % 100, 2) + rest).utf8))
      : element(0x18, Array((padded(year, 4) + rest).utf8))
  }

  /// Year, month and day of the Gregorian calendar.
  /// - Parameter day: since 1970-01-01.
  private static func civil(_ day: Int64) -> (Int64, Int64, Int64) {
    // Eras of 400 years, which begin in March of a year that 400 divides, so that a leap day is the last day of its year.
    let day = day + 719_468
    let era = (day >= 0 ? day : day - 146_096) / 146_097
    let dayOfEra = day - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let date = dayOfYear - (153 * month + 2) / 5 + 1
    let isNextYear = month >= 10
    return (yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3, date)
  }

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    number < 0x100 ? [UInt8(number)] : bytes(number >> 8) + [UInt8(number & 0xFF)]
  }

  private static func base128(_ number: Int) -> [UInt8] {
    var digits = [UInt8(number & 0x7F)]
    var rest = number >> 7
    while rest > 0 {
      digits.insert(0x80 | UInt8(rest & 0x7F), at: 0)
      rest >>= 7
    }
    return digits
  }
}
