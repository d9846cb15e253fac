import Wire

/// Texts of certificates, in the encodings that their tags say.
enum DERText {
  /// The text of an element; nil where the tag is that of no text.
  static func text(_ bytes: Span<UInt8>, _ element: DERElement) -> String? {
    switch element.tag {
    case DERElement.utf8String, DERElement.printableString, DERElement.ia5String, DERElement.visibleString:
      bytes.text(element.content)
    case DERElement.teletexString:
      String(String.UnicodeScalarView(element.content.map { Unicode.Scalar(bytes[$0]) }))
    case DERElement.bmpString: units(bytes, element.content, 2)
    case DERElement.universalString: units(bytes, element.content, 4)
    default: nil
    }
  }

  /// Characters of two or four bytes each.
  private static func units(_ bytes: Span<UInt8>, _ range: Range<Int>, _ width: Int) -> String {
    var text = String.UnicodeScalarView()
    for start in stride(from: range.lowerBound, to: range.upperBound - width + 1, by: width) {
      var value: UInt32 = 0
      for index in start..<start + width { value = value << 8 | UInt32(bytes[index]) }
      text.append(Unicode.Scalar(value) ?? "\u{FFFD}")
    }
    return String(text)
  }
}

/// Times of certificates (RFC 5280 section 4.1.2.5), which are in UTC.
struct DERTime {
  private var numbers: [Int] = []

  /// Reads `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`; nil where it is something else.
  init?(_ bytes: Span<UInt8>, _ element: DERElement) {
    let digits = element.tag == DERElement.utcTime ? 12 : 14
    let text = element.content
    guard text.count == digits + 1, bytes[text.upperBound - 1] == UInt8(ascii: "Z") else { return nil }
    for index in stride(from: text.lowerBound, to: text.upperBound - 1, by: 2) {
      let (high, low) = (bytes[index] &- 0x30, bytes[index + 1] &- 0x30)
      guard high < 10, low < 10 else { return nil }
      numbers.append(Int(high) * 10 + Int(low))
    }
    if digits == 14 {
      numbers[0] = numbers[0] * 100 + numbers.remove(at: 1)
    } else {
      numbers[0] += numbers[0] < 50 ? 2000 : 1900
    }
    guard (1...12).contains(numbers[1]), (1...31).contains(numbers[2]), numbers[3] < 24, numbers[4] < 60,
      numbers[5] < 61
    else { return nil }
  }

  /// `2026-11-22 23:43:16 (UTC)`.
  var text: String {
    let two = { (number: Int) in (number < 10 ? "0" : "") + String(number) }
    return
      "\(numbers[0])-\(two(numbers[1]))-\(two(numbers[2])) \(two(numbers[3])):\(two(numbers[4])):\(two(numbers[5])) (UTC)"
  }

  /// Nanoseconds since the Unix epoch; nil where that is too far away to be said in 64 bits.
  var nanoseconds: Int64? {
    // Days of the civil calendar, with years that begin in March.
    let year = numbers[1] > 2 ? numbers[0] : numbers[0] - 1
    let month = (numbers[1] + 9) % 12
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + numbers[2] - 1 - 719_468
    let seconds = ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60 + numbers[5]
    let (nanoseconds, isTooFar) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
    return isTooFar ? nil : nanoseconds
  }
}
