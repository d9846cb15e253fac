// Numbers as printf writes them: %u, %x, %02x, %06u.

private let hexadecimalDigits: [16 of UInt8] = [
  0x30, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x39, 0x61, 0x62, 0x63, 0x64, 0x65, 0x66,
]

extension TextBuffer {
  /// `%u`.
  mutating func append(decimal number: UInt64) {
    guard number > UInt64(UInt32.max) else { return append(UInt32(truncatingIfNeeded: number)) }
    write(atMost: 20) { room in
      var length = 0
      var rest = number
      while rest > 0 {
        rest /= 10
        length &+= 1
      }
      rest = number
      var index = length
      while index > 0 {
        index &-= 1
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        room[index] = 0x30 &+ UInt8(truncatingIfNeeded: digit)
        rest = quotient
      }
      return length
    }
  }

  /// `%u` of 32 bits.
  mutating func append(_ number: UInt32) {
    write(atMost: 10 + MutableSpan<UInt8>.slack) { room in
      var length = 0
      room.put(decimal: number, at: &length)
      return length
    }
  }

  mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    append(decimal: UInt64(truncatingIfNeeded: number))
  }

  /// `%d`.
  mutating func append(signed number: Int32) {
    if number < 0 { append(byte: 0x2D) }
    append(number.magnitude)
  }

  /// `%u` of a length or offset: 32 bits and no sign, so a difference below zero wraps as in C.
  mutating func append(length: Int) {
    append(decimal: UInt64(UInt32(truncatingIfNeeded: length)))
  }

  /// `%0Nu`.
  mutating func append(decimal number: UInt64, paddedTo width: Int) {
    var threshold: UInt64 = 10
    for _ in 1..<max(1, width) {
      if number < threshold { append(byte: 0x30) }
      threshold &*= 10
    }
    append(decimal: number)
  }

  /// `%x`, or `%0Nx`.
  mutating func append(hexadecimal number: UInt32, paddedTo width: Int = 1) {
    let significant = max(1, (32 - number.leadingZeroBitCount + 3) / 4)
    let length = max(width, significant)
    write(atMost: length) { room in
      var rest = number
      for index in stride(from: length - 1, through: 0, by: -1) {
        room[index] = hexadecimalDigits[Int(rest & 0xF)]
        rest >>= 4
      }
      return length
    }
  }

  /// `%lx`.
  mutating func append(hexadecimal number: UInt64) {
    let high = UInt32(truncatingIfNeeded: number >> 32)
    if high != 0 { append(hexadecimal: high) }
    append(hexadecimal: UInt32(truncatingIfNeeded: number), paddedTo: high != 0 ? 8 : 1)
  }

  /// `%02x`.
  @inline(__always)
  mutating func append(hexadecimalByte byte: UInt8) {
    write(atMost: 2) { room in
      room[0] = hexadecimalDigits[Int(byte >> 4)]
      room[1] = hexadecimalDigits[Int(byte & 0xF)]
      return 2
    }
  }
}
