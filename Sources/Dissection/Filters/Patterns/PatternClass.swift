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
    case UInt8(ascii: "n"): return ByteSet([10])
    case UInt8(ascii: "r"): return ByteSet([13])
    case UInt8(ascii: "t"): return ByteSet([9])
    case UInt8(ascii: "f"): return ByteSet([12])
    case UInt8(ascii: "e"): return ByteSet([27])
    case UInt8(ascii: "a"): return ByteSet([7])
    case UInt8(ascii: "0"): return ByteSet([0])
    case UInt8(ascii: "x"):
      var value: UInt8 = 0
      var digits = 0
      while digits < 2, position < pattern.count, let digit = Character(Unicode.Scalar(pattern[position])).hexDigitValue
      {
        value = value << 4 | UInt8(digit)
        position += 1
        digits += 1
      }
      return ByteSet([value])
    default:
      let isWord = ByteSet.wordParts.contains(byte)
      guard !isWord else {
        throw PatternError(message: "\\\(Unicode.Scalar(byte)) has no meaning that is supported")
      }
      return ByteSet([byte])
    }
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
      if byte == UInt8(ascii: "\\") {
        set.formUnion(try escape(pattern, &position))
        continue
      }
      if position + 1 < pattern.count, pattern[position] == UInt8(ascii: "-"),
        pattern[position + 1] != UInt8(ascii: "]"),
        pattern[position + 1] != UInt8(ascii: "\\")
      {
        let last = pattern[position + 1]
        guard last >= byte else { throw PatternError(message: "a range in brackets runs backwards") }
        for member in byte...last { set.insert(member) }
        position += 2
      } else {
        set.insert(byte)
      }
    }
    guard position < pattern.count else { throw PatternError(message: "a bracket is never closed") }
    position += 1
    return isInverted ? set.inverted : set
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
    ]
  }()
}
