import Wire

// JSON (RFC 8259) and base64 (RFC 4648) written straight into the buffer.

extension TextBuffer {
  /// A string: UTF-8 as it is; where the bytes are not UTF-8, each is a character of ISO 8859-1, so that nothing is lost.
  package mutating func append(jsonString bytes: Span<UInt8>) {
    if (try? UTF8Span(validating: bytes)) != nil {
      append(jsonText: bytes)
    } else {
      append(byte: 0x22)
      for index in bytes.indices { append(latin: bytes[index]) }
      append(byte: 0x22)
    }
  }

  /// The same of an array.
  package mutating func append(jsonBytes bytes: [UInt8]) { append(jsonString: bytes.span) }

  /// A string.
  package mutating func append(jsonString text: String) { text.withBytes { append(jsonText: $0) } }

  /// A string, or `null`.
  package mutating func append(jsonString text: String?) {
    if let text { append(jsonString: text) } else { append("null") }
  }

  /// A string of bytes that are known to be UTF-8.
  package mutating func append(jsonText bytes: Span<UInt8>) {
    append(byte: 0x22)
    append(jsonPiece: bytes)
    append(byte: 0x22)
  }

  /// The inside of a string of bytes that are known to be UTF-8. What could do harm on a terminal is written as `\uNNNN`, which means
  /// the same to a program.
  package mutating func append(jsonPiece bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      appendUsual(bytes, &index)
      if index < bytes.count { appendRare(bytes, &index) }
    }
  }

  /// Appends characters and their escapes, up to one that does harm or stands at the very end, or to the end of what room is made for.
  private mutating func appendUsual(_ bytes: Span<UInt8>, _ index: inout Int) {
    let end = min(index &+ 2048, bytes.count)
    var from = index
    // An escape takes six bytes at most.
    write(atMost: 6 &* (end &- from) &+ MutableSpan<UInt8>.slack) { room in
      var place = 0
      while from < end {
        if from &+ 8 <= bytes.count {
          let word = bytes.word(at: from)
          let count = min(TextSurvey.plainBytes(of: word), end &- from)
          room.put(word, counting: count, at: &place)
          from &+= count
          if count == 8 || from == end { continue }
        }
        let byte = bytes[from]
        if let escape = Self.shortEscape(byte) {
          room.put(escape, counting: 2, at: &place)
        } else if byte < 0x20 || byte == 0x7F {
          room.put(Self.longEscape(byte), counting: 6, at: &place)
        } else if HarmlessText.mayBegin(byte) {
          guard from &+ 8 <= bytes.count, let (scalar, length) = Self.scalar(bytes, at: from),
            !HarmlessText.isHarmful(scalar)
          else { return place }
          room.put(bytes.word(at: from), counting: length, at: &place)
          from &+= length
          continue
        } else {
          room.put(UInt64(byte), counting: 1, at: &place)
        }
        from &+= 1
      }
      return place
    }
    index = from
  }

  /// Appends one character that may need a long escape; nothing if it needs none.
  private mutating func appendRare(_ bytes: Span<UInt8>, _ index: inout Int) {
    let byte = bytes[index]
    if HarmlessText.mayBegin(byte) {
      let (scalar, length) = Self.scalar(bytes, at: index) ?? ("\u{FFFD}", 1)
      if HarmlessText.isHarmful(scalar) {
        append(HarmlessText.jsonEscape(scalar))
      } else {
        append(bytes, index..<index &+ length)
      }
      index &+= length
    } else if byte < 0x20 || byte == 0x7F {
      append(escape: byte)
      index &+= 1
    }
  }

  /// A backslash and a letter, the first in the lowest bits.
  @inline(__always)
  private static func shortEscape(_ byte: UInt8) -> UInt64? {
    switch byte {
    case 0x22: 0x225C
    case 0x5C: 0x5C5C
    case 0x0A: 0x6E5C
    case 0x0D: 0x725C
    case 0x09: 0x745C
    default: nil
    }
  }

  /// `\u00NN`, the first in the lowest bits.
  @inline(__always)
  private static func longEscape(_ byte: UInt8) -> UInt64 {
    let start: UInt64 = 0x3030_755C
    return start | UInt64(hexadecimalDigit(byte >> 4)) << 32 | UInt64(hexadecimalDigit(byte & 15)) << 40
  }

  @inline(__always)
  private static func hexadecimalDigit(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 &+ nibble : 0x57 &+ nibble }

  /// Writes what could do harm on a terminal as `\uNNNN` in the JSON from `start` on, where such characters stand in strings alone.
  package mutating func escapeHarm(from start: Int) {
    let hasCandidate = withBytes { bytes in
      for index in start..<bytes.count where bytes[index] == 0x7F || HarmlessText.mayBegin(bytes[index]) { return true }
      return false
    }
    guard hasCandidate else { return }
    let document = withBytes { [UInt8]($0.extracting(start..<$0.count)) }
    truncate(to: start)
    append(HarmlessText.escaped(json: String(decoding: document, as: UTF8.self)))
  }

  /// The character of two bytes or more at `index` of valid UTF-8, and how many bytes it takes.
  private static func scalar(_ bytes: Span<UInt8>, at index: Int) -> (Unicode.Scalar, Int)? {
    let lead = bytes[index]
    let length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2
    guard index &+ length <= bytes.count else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for place in index &+ 1..<index &+ length { value = value << 6 | UInt32(bytes[place] & 0x3F) }
    return Unicode.Scalar(value).map { ($0, length) }
  }

  /// A number, or `null`.
  package mutating func append(json number: Int64?) {
    guard let number else { return append("null") }
    if number < 0 { append(byte: 0x2D) }
    append(decimal: number.magnitude)
  }

  package mutating func append(json number: Int?) { append(json: number.map { Int64($0) }) }

  package mutating func append(json flag: Bool) { append(flag ? "true" : "false") }

  /// Nanoseconds as a decimal number of seconds (`unit` 10^9) or milliseconds (10^6), or `null`.
  package mutating func append(nanoseconds: Int64?, unit: UInt64 = 1_000_000_000) {
    guard let nanoseconds else { return append("null") }
    if nanoseconds < 0 { append(byte: 0x2D) }
    append(decimal: nanoseconds.magnitude / unit)
    append(byte: 0x2E)
    append(decimal: nanoseconds.magnitude % unit, paddedTo: unit == 1_000_000 ? 6 : 9)
  }

  /// `2026-11-21T00:30:17.123456Z` in quotes.
  package mutating func append(jsonTime nanoseconds: Int64) {
    append(byte: 0x22)
    append(standard: CivilTime(nanoseconds: nanoseconds), digits: 6)
    append(byte: 0x22)
  }

  /// Base64 in quotes.
  package mutating func append(jsonBase64 bytes: Span<UInt8>) {
    append(byte: 0x22)
    append(base64: bytes)
    append(byte: 0x22)
  }

  /// Base64 (RFC 4648 section 4).
  package mutating func append(base64 bytes: Span<UInt8>) {
    var index = 0
    while index < bytes.count {
      // In pieces, so that the room that is asked for stays small.
      let end = min(index + 3 * 4096, bytes.count)
      append(base64Piece: bytes.extracting(index..<end))
      index = end
    }
  }

  private mutating func append(base64Piece bytes: Span<UInt8>) {
    let count = bytes.count
    write(atMost: (count + 2) / 3 * 4) { room in
      var (index, length) = (0, 0)
      while index < count {
        let second = index &+ 1 < count ? bytes[index &+ 1] : 0
        let third = index &+ 2 < count ? bytes[index &+ 2] : 0
        let group = UInt32(bytes[index]) << 16 | UInt32(second) << 8 | UInt32(third)
        room[length] = base64Digits[Int(group >> 18)]
        room[length &+ 1] = base64Digits[Int(group >> 12 & 63)]
        room[length &+ 2] = index &+ 1 < count ? base64Digits[Int(group >> 6 & 63)] : 0x3D
        room[length &+ 3] = index &+ 2 < count ? base64Digits[Int(group & 63)] : 0x3D
        index &+= 3
        length &+= 4
      }
      return length
    }
  }

  private mutating func append(latin byte: UInt8) {
    switch byte {
    case 0x22, 0x5C, 0..<0x20, 0x7F...0x9F, 0xAD: append(escape: byte)
    case 0x80...:
      append(byte: 0xC0 | byte >> 6)
      append(byte: 0x80 | byte & 0x3F)
    default: append(byte: byte)
    }
  }

  private mutating func append(escape byte: UInt8) {
    switch byte {
    case 0x22: append("\\\"")
    case 0x5C: append("\\\\")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default: append("\\u", hexadecimal: UInt32(byte), paddedTo: 4)
    }
  }
}

private let base64Digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
