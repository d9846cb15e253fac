import TestSupport

extension SeededGenerator {
  /// Changes a byte or a bit, plants a number that is often wrong, cuts, repeats or removes a piece.
  mutating func mutate(_ bytes: inout [UInt8]) {
    guard bytes.count > 8 else { return }
    let at = Int.random(in: 0..<bytes.count - 4, using: &self)
    switch Int.random(in: 0..<8, using: &self) {
    case 0, 1: bytes[at] = UInt8.random(in: 0...255, using: &self)
    case 2: bytes[at] ^= 1 << UInt8.random(in: 0..<8, using: &self)
    case 3, 4:
      let extremes: [UInt32] = [0, 1, 3, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 262_144, 262_145, 16 << 20]
      let value = extremes.randomElement(using: &self) ?? 0
      for index in 0..<4 { bytes[(at & ~3) + index] = UInt8(truncatingIfNeeded: value >> UInt32(8 * index)) }
    case 5: bytes.removeLast(min(at, 40))
    case 6: bytes.insert(contentsOf: bytes[at..<at + 4], at: at)
    default: bytes.removeSubrange(at..<at + 4)
    }
  }
}
