import TextOutput

// Texts in double quotes, plain and raw, and characters in single ones.

extension FilterLexer {
  mutating func quoted(isRaw: Bool) throws(FilterError) -> FilterToken {
    let start = isRaw ? position - 1 : position
    position += 1
    var bytes: [UInt8] = []
    while position < scalars.count, scalars[position] != "\"" {
      if scalars[position] == "\\", isRaw {
        // Only a quote needs its backslash, and keeps it.
        bytes.append(UInt8(ascii: "\\"))
        position += 1
        guard position < scalars.count else { break }
        bytes += Array(String(scalars[position]).utf8)
        position += 1
      } else if scalars[position] == "\\" {
        bytes += try escape(in: "text")
      } else {
        bytes += Array(String(scalars[position]).utf8)
        position += 1
      }
    }
    guard position < scalars.count else { throw FilterError("The quote is never closed", start..<scalars.count) }
    position += 1
    return FilterToken(kind: .string(bytes), text: text(start..<position), range: start..<position)
  }

  /// One character: a byte, or what an escape with a number stands for.
  mutating func character() throws(FilterError) -> FilterToken {
    let start = position
    position += 1
    var values: [UInt32] = []
    while position < scalars.count, scalars[position] != "'" {
      if scalars[position] == "\\" {
        let isUniversal = position + 1 < scalars.count && "uU".unicodeScalars.contains(scalars[position + 1])
        let bytes = try escape(in: "character")
        if isUniversal {
          values.append(String(decoding: bytes, as: UTF8.self).unicodeScalars.first?.value ?? 0)
        } else {
          values += bytes.map(UInt32.init)
        }
      } else {
        values += Array(String(scalars[position]).utf8).map(UInt32.init)
        position += 1
      }
    }
    guard position < scalars.count else { throw FilterError("The quote is never closed", start..<scalars.count) }
    position += 1
    guard values.count == 1, let value = values.first else {
      throw FilterError("Single quotes hold exactly one byte; a text needs double quotes", start..<position)
    }
    return FilterToken(kind: .character(value), text: text(start..<position), range: start..<position)
  }

  private static let escapes: [Unicode.Scalar: UInt8] = [
    "a": 7, "b": 8, "f": 12, "n": 10, "r": 13, "t": 9, "v": 11, "\\": 92, "\"": 34, "'": 39,
  ]

  private mutating func escape(in what: String) throws(FilterError) -> [UInt8] {
    let start = position
    position += 1
    guard position < scalars.count else { throw FilterError("The quote is never closed", start..<position) }
    let letter = scalars[position]
    if let byte = Self.escapes[letter] {
      position += 1
      return [byte]
    }
    if letter == "x" { return [UInt8(truncatingIfNeeded: try digits(start, after: 1, 1...2, radix: 16))] }
    if letter == "u" || letter == "U" {
      let count = letter == "u" ? 4 : 8
      return try universal(try digits(start, after: 1, count...count, radix: 16), start..<position)
    }
    if ("0"..."7").contains(letter) {
      let value = try digits(start, after: 0, 1...3, radix: 8)
      guard value <= 255 else { throw FilterError("The escape is more than a byte holds", start..<position) }
      return [UInt8(value)]
    }
    throw FilterError(
      "\\\(HarmlessText.escaped(String(letter))) is no escape that a \(what) can have; a backslash is written \\\\",
      start..<position + 1)
  }

  /// As in C, ASCII letters and control characters cannot be written this way.
  private func universal(_ value: UInt32, _ range: Range<Int>) throws(FilterError) -> [UInt8] {
    guard let scalar = Unicode.Scalar(value), value >= 0xA0 || [0x24, 0x40, 0x60].contains(value) else {
      throw FilterError("There is no character with this number that could be written so", range)
    }
    return Array(String(scalar).utf8)
  }

  private mutating func digits(_ start: Int, after skipped: Int, _ count: ClosedRange<Int>, radix: Int)
    throws(FilterError) -> UInt32
  {
    position += skipped
    let first = position
    var value: UInt32 = 0
    while position < scalars.count, position - first < count.upperBound, scalars[position].isASCII,
      let digit = Character(scalars[position]).hexDigitValue, digit < radix
    {
      value = value &* UInt32(radix) &+ UInt32(digit)
      position += 1
    }
    guard position - first >= count.lowerBound else {
      throw FilterError("The escape needs \(count.lowerBound) digits", start..<max(position, start + 1))
    }
    return value
  }
}
