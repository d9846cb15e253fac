import TextOutput
import Wire

// Values of fields, written straight into the buffer.

extension TextBuffer {
  /// Two hexadecimal digits for each byte.
  ///
  /// - Parameter separator: what stands between two bytes; 0 for nothing.
  mutating func append(hex bytes: Span<UInt8>, separator: UInt8 = 0) {
    var start = 0
    // In pieces, so that the room that is asked for stays small.
    while start < bytes.count {
      let end = min(start &+ 4096, bytes.count)
      append(hexPiece: bytes.extracting(start..<end), separator: separator)
      if end < bytes.count, separator != 0 { append(byte: separator) }
      start = end
    }
  }

  private mutating func append(hexPiece bytes: Span<UInt8>, separator: UInt8) {
    let count = bytes.count
    let step = separator == 0 ? 2 : 3
    // The last byte's separator is written too, and not counted.
    write(atMost: count &* step &+ MutableSpan<UInt8>.slack) { room in
      var place = 0
      for index in 0..<count {
        room.put(hexadecimalDigits(bytes[index]) | UInt64(separator) &<< 16, counting: step, at: &place)
      }
      return separator == 0 ? place : place &- 1
    }
  }

  /// `0x0800`: at least `digits` hexadecimal digits.
  mutating func append(hex value: UInt64, digits: Int) {
    append("0x")
    let significant = max(1, (64 - value.leadingZeroBitCount + 3) / 4)
    let length = max(digits, significant)
    write(atMost: length) { room in
      var rest = value
      for index in stride(from: length &- 1, through: 0, by: -1) {
        room[index] = hexadecimalDigit(UInt8(truncatingIfNeeded: rest & 15))
        rest >>= 4
      }
      return length
    }
  }

  /// A number in the base of its field.
  mutating func append(_ value: UInt64, as field: FieldWords.Entry) {
    switch field.base {
    case .decimal, .decHex: append(decimal: value)
    case .oct: append("0" + String(value, radix: 8))
    case .hex, .hexDec: append(hex: value, digits: (field.type.bits + 3) / 4)
    }
  }

  /// A number on a line of a tree: some bits of a number have no more hexadecimal digits than they fill.
  mutating func append(_ value: UInt64, ofBits field: FieldWords.Entry) {
    guard field.base == .hex, field.mask != 0 else { return append(value, as: field) }
    append(hex: value, digits: (field.mask.nonzeroBitCount + 3) / 4)
  }

  mutating func append(signed value: Int64) {
    if value < 0 { append(byte: 0x2D) }
    append(decimal: value.magnitude)
  }

  /// `1.000000000`: nanoseconds as seconds.
  mutating func append(seconds nanoseconds: Int64) {
    if nanoseconds < 0 { append(byte: 0x2D) }
    append(decimal: nanoseconds.magnitude / 1_000_000_000)
    append(byte: 0x2E)
    append(decimal: nanoseconds.magnitude % 1_000_000_000, paddedTo: 9)
  }

  /// `..0. .... `: the bits that `mask` has, dots for the others, in groups of four from the right.
  mutating func append(pattern value: UInt64, mask: UInt64, bits: Int) {
    write(atMost: bits &+ bits / 4 &+ 1) { room in
      var length = 0
      room.put(pattern: value, mask: mask, bits: bits, at: &length)
      return length
    }
  }

  /// Text with what could do harm on a terminal spelled out.
  mutating func append(harmless text: String) {
    text.withBytes { bytes in
      for index in bytes.indices where bytes[index] < 0x20 || bytes[index] > 0x7E {
        return append(HarmlessText.escaped(text))
      }
      append(bytes)
    }
  }

  /// Appends this many spaces.
  mutating func append(spaces count: Int) {
    write(atMost: count) { room in
      for index in 0..<count { room[index] = 0x20 }
      return count
    }
  }
}

extension MutableSpan where Element == UInt8 {
  /// `..0. .... `: the bits that `mask` has, dots for the others, in groups of four from the right.
  mutating func put(pattern value: UInt64, mask: UInt64, bits: Int, at place: inout Int) {
    for bit in stride(from: bits &- 1, through: 0, by: -1) {
      let only = UInt64(1) << UInt64(bit & 63)
      self[place] = mask & only == 0 ? 0x2E : value & only == 0 ? 0x30 : 0x31
      place &+= 1
      if bit & 3 == 0, bit > 0 {
        self[place] = 0x20
        place &+= 1
      }
    }
  }
}

/// The two digits of a byte, the first in the lowest bits.
@inline(__always)
private func hexadecimalDigits(_ byte: UInt8) -> UInt64 {
  let halves = UInt64(byte >> 4) | UInt64(byte & 15) &<< 8
  // Halves of ten and more reach into the next four bits.
  let letters = (halves &+ 0x0606) &>> 4 & 0x0101
  return halves &+ 0x3030 &+ letters &* 39
}

@inline(__always)
private func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? 0x30 &+ value : 0x57 &+ value
}
