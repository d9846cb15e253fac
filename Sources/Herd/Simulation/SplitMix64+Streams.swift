import Statistics

extension SplitMix64 {
  /// A generator that depends on the seed and the stream's number alone, and is independent of those of other streams.
  init(seed: UInt64, stream: UInt64) {
    var seeds = SplitMix64(seed: seed)
    self.init(seed: Self.mixed(seeds.next() ^ Self.mixed(stream &+ 1 &* 0x9e37_79b9_7f4a_7c15)))
  }

  /// A number in 0..<1.
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }
}
