/// A number and its unit, as people write them: `32 kbps`, `1.5 Mbps`, `90%`.
package struct Quantity {
  /// Why a text is not a quantity of the wanted kind, as a phrase that follows the text.
  package struct Problem: Error, Equatable {
    package var words: String

    package init(words: String) {
      self.words = words
    }
  }

  /// The digits without the decimal point.
  let mantissa: UInt64
  /// The number of digits after the decimal point.
  let decimals: Int
  let isNegative: Bool
  /// The text after the number, without blanks around it; empty if there is none.
  let unit: String

  /// Reads a number, blanks, and whatever follows as the unit.
  init(_ text: String) throws(Problem) {
    var rest = Substring(text)[...]
    rest = rest.trimmingBlanks()
    isNegative = rest.first == "-"
    if isNegative { rest = rest.dropFirst() }
    let whole = rest.prefix(while: \.isDigit)
    rest = rest.dropFirst(whole.count)
    var fraction = Substring()
    if rest.first == "." {
      fraction = rest.dropFirst().prefix(while: \.isDigit)
      rest = rest.dropFirst(fraction.count + 1)
      if fraction.isEmpty { throw Problem(words: "has no digit after its point") }
    }
    guard !whole.isEmpty else { throw Problem(words: "does not start with a number") }
    guard whole.count + fraction.count <= 18, let mantissa = UInt64(whole + fraction) else {
      throw Problem(words: "has too many digits")
    }
    self.mantissa = mantissa
    decimals = fraction.count
    unit = String(rest.trimmingBlanks())
  }

  /// The number times `factor`, rounded to a whole number; nil if it does not fit into 64 bits.
  func scaled(by factor: UInt64) -> UInt64? {
    var divisor: UInt64 = 1
    for _ in 0..<decimals { divisor *= 10 }
    let product = mantissa.multipliedFullWidth(by: factor)
    guard product.high < divisor else { return nil }
    let (quotient, remainder) = divisor.dividingFullWidth(product)
    return remainder >= divisor - remainder ? quotient.addingReportingOverflow(1).partialValue : quotient
  }

  /// The number itself, to the precision of a `Double`.
  var value: Double {
    var divisor = 1.0
    for _ in 0..<decimals { divisor *= 10 }
    return Double(mantissa) / divisor
  }
}

extension Substring {
  func trimmingBlanks() -> Substring {
    var text = drop { $0 == " " || $0 == "\t" }
    while text.last == " " || text.last == "\t" { text.removeLast() }
    return text
  }
}

extension Character {
  /// An ASCII digit; other scripts' digits are not read as numbers.
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) && isASCII }
}
