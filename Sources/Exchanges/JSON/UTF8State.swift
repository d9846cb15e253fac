/// A UTF-8 sequence being read byte by byte (RFC 3629: no overlong forms, no surrogates, nothing past U+10FFFF).
package struct UTF8State: Sendable {
  private var remaining: UInt8 = 0
  private var low: UInt8 = 0x80
  private var high: UInt8 = 0xBF

  package var isComplete: Bool { remaining == 0 }

  /// Takes the first byte of a sequence of two to four; false if it cannot be one.
  package mutating func begin(_ byte: UInt8) -> Bool {
    (low, high) = (0x80, 0xBF)
    switch byte {
    case 0xC2...0xDF: remaining = 1
    case 0xE0: (remaining, low) = (2, 0xA0)
    case 0xED: (remaining, high) = (2, 0x9F)
    case 0xE1...0xEF: remaining = 2
    case 0xF0: (remaining, low) = (3, 0x90)
    case 0xF4: (remaining, high) = (3, 0x8F)
    case 0xF1...0xF3: remaining = 3
    default: return false
    }
    return true
  }

  /// Takes a further byte; false if it does not belong there.
  package mutating func accept(_ byte: UInt8) -> Bool {
    guard (low...high).contains(byte) else { return false }
    (low, high) = (0x80, 0xBF)
    remaining -= 1
    return true
  }
}
