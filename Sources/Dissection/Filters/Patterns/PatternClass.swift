/// Sets of bytes in a regular expression: `[a-z]`, `\d`, `\x41`.
enum PatternClass {
  /// What follows a backslash at `position`.
  static func escape(_ pattern: [UInt8], _ position: inout Int) throws(PatternError) -> ByteSet {
    guard position < pattern.count else { throw PatternError(message: "there is nothing after the last backslash") }
    let byte = pattern[position]
    position += 1
    switch byte {
    case UInt8(ascii: "d"): return .digits
    case UInt8(ascii: "D"): return ByteSet.digits.inverted
    case UInt8(ascii: "s"): return .spaces
    case UInt8(ascii: "S"): return ByteSet.spaces.inverted
    case UInt8(ascii: "w"): return .wordParts
    case UInt8(ascii: "W"): return ByteSet.wordParts.inverted
    case UInt8(ascii: "h"): return .blanks
    case UInt8(ascii: "H"): return ByteSet.blanks.inverted
    case UInt8(ascii: "v"): return .lineBreaks
    case UInt8(ascii: "V"): return ByteSet.lineBreaks.inverted
    case UInt8(ascii: "N"): return ByteSet([10]).inverted
    case UInt8(ascii: "n"): return ByteSet([10])
    case UInt8(ascii: "r"): return ByteSet([13])
    case UInt8(ascii: "t"): return ByteSet([9])
    case UInt8(ascii: "f"): return ByteSet([12])
    case UInt8(ascii: "e"): return ByteSet([27])
    case UInt8(ascii: "a"): return ByteSet([7])
    case UInt8(ascii: "0"): return ByteSet([UInt8(number(pattern, &position, most: 2, radix: 8))])
    case UInt8(ascii: "x"): return try hexadecimal(pattern, &position)
    case UInt8(ascii: "c"):
      guard position < pattern.count, (32...126).contains(pattern[position]) else {
        throw PatternError(message: "after \\c goes a character of ASCII")
      }
      position += 1
      let letter = pattern[position - 1]
      return ByteSet([((97...122).contains(letter) ? letter - 32 : letter) ^ 64])
    default:
      let isWord = ByteSet.wordParts.contains(byte)
      guard !isWord else {
        throw PatternError(message: "\\\(Unicode.Scalar(byte)) has no meaning that is supported")
      }
      return ByteSet([byte])
    }
  }

  /// `\x4`, `\x41`, `\x{41}`.
  private static func hexadecimal(_ pattern: [UInt8], _ position: inout Int) throws(PatternError) -> ByteSet {
    guard position < pattern.count, pattern[position] == UInt8(ascii: "{") else {
      return ByteSet([UInt8(number(pattern, &position, most: 2, radix: 16))])
    }
    position += 1
    let start = position
    let value = number(pattern, &position, most: 6, radix: 16)
    guard position > start, position < pattern.count, pattern[position] == UInt8(ascii: "}"), value <= 255 else {
      throw PatternError(message: "\\x{...} is one byte in hexadecimal digits")
    }
    position += 1
    return ByteSet([UInt8(value)])
  }

  private static func number(_ pattern: [UInt8], _ position: inout Int, most: Int, radix: Int) -> Int {
    var value = 0
    var digits = 0
    while digits < most, position < pattern.count,
      let digit = Character(Unicode.Scalar(pattern[position])).hexDigitValue, digit < radix
    {
      value = value * radix + digit
      position += 1
      digits += 1
    }
    return value
  }

  /// What follows an opening bracket at `position`.
  static func read(_ pattern: [UInt8], _ position: inout Int) throws(PatternError) -> ByteSet {
    var set = ByteSet()
    var isInverted = false
    if position < pattern.count, pattern[position] == UInt8(ascii: "^") {
      isInverted = true
      position += 1
    }
    var isFirst = true
    while position < pattern.count, isFirst || pattern[position] != UInt8(ascii: "]") {
      isFirst = false
      if let named = named(pattern, &position) {
        set.formUnion(named)
        continue
      }
      let byte = pattern[position]
      position += 1
      guard let first = try member(byte, pattern, &position, into: &set) else { continue }
      guard position + 1 < pattern.count, pattern[position] == UInt8(ascii: "-"),
        pattern[position + 1] != UInt8(ascii: "]")
      else {
        set.insert(first)
        continue
      }
      let dash = position
      position += 2
      var other = ByteSet()
      guard let last = try member(pattern[position - 1], pattern, &position, into: &other) else {
        // A class such as \d ends no range; the hyphen means itself.
        set.insert(first)
        position = dash
        continue
      }
      guard last >= first else { throw PatternError(message: "a range in brackets runs backwards") }
      for member in first...last { set.insert(member) }
    }
    guard position < pattern.count else { throw PatternError(message: "a bracket is never closed") }
    position += 1
    return isInverted ? set.inverted : set
  }

  /// The one byte that stands in brackets at `position`, or nil for a class of bytes, which goes into `set`.
  private static func member(_ byte: UInt8, _ pattern: [UInt8], _ position: inout Int, into set: inout ByteSet)
    throws(PatternError) -> UInt8?
  {
    guard byte == UInt8(ascii: "\\") else { return byte }
    // Between brackets \b is a backspace, and numbers are octal.
    if position < pattern.count, pattern[position] == UInt8(ascii: "b") {
      position += 1
      return 8
    }
    if position < pattern.count, (UInt8(ascii: "1")...UInt8(ascii: "7")).contains(pattern[position]) {
      return UInt8(truncatingIfNeeded: number(pattern, &position, most: 3, radix: 8))
    }
    let escaped = try escape(pattern, &position)
    if let single = escaped.single { return single }
    set.formUnion(escaped)
    return nil
  }

  /// `[:alpha:]` and its like.
  private static func named(_ pattern: [UInt8], _ position: inout Int) -> ByteSet? {
    for (name, set) in names where pattern[position...].starts(with: name.utf8) {
      position += name.utf8.count
      return set
    }
    return nil
  }

  private static let names: [(String, ByteSet)] = {
    let upper = ByteSet(UInt8(ascii: "A")...UInt8(ascii: "Z"))
    let lower = ByteSet(UInt8(ascii: "a")...UInt8(ascii: "z"))
    var alpha = upper
    alpha.formUnion(lower)
    var alnum = alpha
    alnum.formUnion(.digits)
    let hex = ByteSet(Array("0123456789abcdefABCDEF".utf8))
    let print = ByteSet(UInt8(32)...126)
    return [
      ("[:alpha:]", alpha), ("[:digit:]", .digits), ("[:alnum:]", alnum), ("[:upper:]", upper),
      ("[:lower:]", lower), ("[:space:]", .spaces), ("[:xdigit:]", hex), ("[:print:]", print),
      ("[:blank:]", ByteSet([9, 32])), ("[:cntrl:]", ByteSet(Array(0...31) + [127])),
      ("[:graph:]", ByteSet(UInt8(33)...126)), ("[:word:]", .wordParts), ("[:ascii:]", ByteSet(UInt8(0)...127)),
      ("[:punct:]", ByteSet((UInt8(33)...126).filter { !alnum.contains($0) })),
    ]
  }()
}
