import TestSupport

/// Packets with wrong bytes, cut by the snapshot length or on the wire: the same for the same seed.
struct FrameMutator {
  private var random: PacketRandom
  private let frames: [FrameGenerator.Generated]

  init(seed: UInt64, _ frames: [FrameGenerator.Generated]) {
    random = PacketRandom(seed: seed)
    self.frames = frames
  }

  mutating func next() -> FrameGenerator.Generated {
    var frame = random.pick(frames)
    if !frame.bytes.isEmpty, random.below(10) < 7 {
      for _ in 0...min(random.below(6), random.below(6)) { damage(&frame.bytes) }
    }
    if frame.bytes.count > 1, random.chance(3) {
      frame.bytes = Array(frame.bytes.prefix(1 + random.below(frame.bytes.count)))
      if random.chance(3) { frame.originalLength = frame.bytes.count }
    }
    return frame
  }

  /// Headers are hit more often than what they carry, for there are fewer of them.
  private mutating func damage(_ bytes: inout [UInt8]) {
    let offset = random.chance(2) ? random.below(min(bytes.count, 120)) : random.below(bytes.count)
    switch random.below(6) {
    case 0: bytes[offset] = random.byte()
    case 1: bytes[offset] ^= 1 << UInt8(random.below(8))
    case 2: bytes[offset] = 0
    case 3: bytes[offset] = 0xFF
    case 4: bytes[offset] &+= random.pick([1, 4, 252, 255])
    default: bytes[offset] = UInt8(random.below(16))
    }
  }
}
