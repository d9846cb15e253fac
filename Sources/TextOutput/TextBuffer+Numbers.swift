// Numbers as printf writes them: %u, %x, %02x, %06u.

extension TextBuffer {
  /// `%u`.
  @inlinable
  package mutating func append(decimal number: UInt64) {
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

  /// `%u` of 32 bits. A call of it is faster than a copy in another module, where the closure would stay a function.
  @usableFromInline
  package mutating func append(_ number: UInt32) {
    write(atMost: 10 + MutableSpan<UInt8>.slack) { room in
      var length = 0
      room.put(decimal: number, at: &length)
      return length
    }
  }

  @inlinable
  package mutating func append<Number: FixedWidthInteger & UnsignedInteger>(_ number: Number) {
    append(decimal: UInt64(truncatingIfNeeded: number))
  }

  /// `%d`.
  @inlinable
  package mutating func append(signed number: Int32) {
    if number < 0 { append(byte: 0x2D) }
    append(number.magnitude)
  }

  /// `%u` of a length or offset: 32 bits and no sign, so a difference below zero wraps as in C.
  @inlinable
  package mutating func append(length: Int) {
    append(decimal: UInt64(UInt32(truncatingIfNeeded: length)))
  }

  /// `%0Nu`.
  @inlinable
  package mutating func append(decimal number: UInt64, paddedTo width: Int) {
    var threshold: UInt64 = 10
    for _ in 1..<max(1, width) {
      if number < threshold { append(byte: 0x30) }
      threshold &*= 10
    }
    append(decimal: number)
  }

  /// `%x`, or `%0Nx`.
  @inlinable
  package mutating func append(hexadecimal number: UInt32, paddedTo width: Int = 1) {
    let significant = max(1, (32 - number.leadingZeroBitCount + 3) / 4)
    let length = max(width, significant)
    write(atMost: length) { room in
      var rest = number
      for index in stride(from: length - 1, through: 0, by: -1) {
        room[index] = hexadecimalDigit(UInt8(truncatingIfNeeded: rest & 0xF))
        rest >>= 4
      }
      return length
    }
  }

  /// `%lx`.
  @inlinable
  package mutating func append(hexadecimal number: UInt64) {
    let high = UInt32(truncatingIfNeeded: number >> 32)
    if high != 0 { append(hexadecimal: high) }
    append(hexadecimal: UInt32(truncatingIfNeeded: number), paddedTo: high != 0 ? 8 : 1)
  }

  /// `%02x`.
  @inlinable @inline(__always)
  package mutating func append(hexadecimalByte byte: UInt8) {
    write(atMost: 2) { room in
      room[0] = hexadecimalDigit(byte >> 4)
      room[1] = hexadecimalDigit(byte & 0xF)
      return 2
    }
  }
}

/// The digit of a number below 16. Worked out rather than looked up, so that another module can do it in place.
@inlinable @inline(__always)
package func hexadecimalDigit(_ value: UInt8) -> UInt8 {
  value < 10 ? 0x30 &+ value : 0x57 &+ value
}
