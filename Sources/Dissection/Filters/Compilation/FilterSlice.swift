/// Some of a value's bytes, or of a field's layers: from `start` (negative counts from the end).
struct FilterSlice: Hashable {
  enum End: Hashable {
    case count(Int)
    /// The last place.
    case last(Int)
    /// Wherever the whole ends.
    case open
  }

  var start: Int
  var end: End

  /// The places that are meant among `total` bytes, or nil where they are not all there.
  func range(of total: Int) -> Range<Int>? {
    let first = start < 0 ? total + start : start
    let end: Int
    switch self.end {
    case .count(let count): end = first + count
    case .last(let last): end = (last < 0 ? total + last : last) + 1
    case .open: end = total
    }
    return first >= 0 && end <= total && first < end ? first..<end : nil
  }

  /// Whether a layer is meant, counted from 1, where `innermost` is the highest.
  func contains(layer: Int, innermost: Int) -> Bool {
    let first = start < 0 ? start + innermost + 1 : start
    switch end {
    case .count(let count): return first <= layer && layer < first + count
    case .last(let last): return first <= layer && layer <= last
    case .open: return first <= layer
    }
  }
}

extension FilterSlice {
  /// `i:n` is n from i on, `i-j` is i to j, `i` one; `:n` and `i:` leave one out. Numbers are as in C.
  init?(_ text: String) {
    var text = Substring(text).unicodeScalars
    Self.skipSpaces(&text)
    start = 0
    if text.first != ":" {
      guard let number = Self.number(&text) else { return nil }
      start = number
    }
    Self.skipSpaces(&text)
    guard let mark = text.popFirst() else {
      end = .count(1)
      return
    }
    if mark == ":", text.isEmpty {
      end = .open
      return
    }
    guard mark == ":" || mark == "-", let number = Self.number(&text) else { return nil }
    Self.skipSpaces(&text)
    guard text.isEmpty else { return nil }
    if mark == ":" {
      guard number > 0 else { return nil }
      end = .count(number)
    } else {
      let isMixed = (start < 0 && number > 0) || (start > 0 && number < 0)
      guard !isMixed, number > start else { return nil }
      end = .last(number)
    }
  }

  private static func skipSpaces(_ text: inout Substring.UnicodeScalarView) {
    while let first = text.first, first.properties.isWhitespace { text.removeFirst() }
  }

  /// A number of 32 bits with its sign, as far as it goes.
  private static func number(_ text: inout Substring.UnicodeScalarView) -> Int? {
    skipSpaces(&text)
    let isNegative = text.first == "-"
    if isNegative || text.first == "+" { text.removeFirst() }
    var radix = 10
    if text.first == "0" {
      radix = 8
      if let second = text.dropFirst().first, second == "x" || second == "X" {
        radix = 16
        text.removeFirst(2)
      }
    }
    var value: Int?
    while let digit = text.first.flatMap({ $0.isASCII ? Character($0).hexDigitValue : nil }), digit < radix {
      value = (value ?? 0) * radix + digit
      guard let value, value <= Int(Int32.max) else { return nil }
      text.removeFirst()
    }
    return value.map { isNegative ? -$0 : $0 }
  }
}
