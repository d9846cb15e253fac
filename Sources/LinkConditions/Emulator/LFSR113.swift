/// The generator of netem's decisions: Pierre L'Ecuyer's LFSR113 as the kernel seeds it for `TCA_NETEM_PRNG_SEED`.
///
/// Source: P. L'Ecuyer, "Tables of Maximally Equidistributed Combined LFSR Generators", 1999; Linux `lib/random32.c`,
/// `prandom_seed_state`, which does not warm up.
struct LFSR113: Sendable {
  private var s1, s2, s3, s4: UInt32

  init(seed: UInt64) {
    let folded = UInt32(truncatingIfNeeded: (seed >> 32) ^ (seed << 10) ^ seed)
    // Each part needs an initial state above a bound. Below it, its sequence would be all zeros.
    s1 = folded < 2 ? folded + 2 : folded
    s2 = folded < 8 ? folded + 8 : folded
    s3 = folded < 16 ? folded + 16 : folded
    s4 = folded < 128 ? folded + 128 : folded
  }

  /// The next draw, 0 to 2^32 - 1.
  mutating func next() -> UInt32 {
    s1 = ((s1 & 0xffff_fffe) << 18) ^ (((s1 << 6) ^ s1) >> 13)
    s2 = ((s2 & 0xffff_fff8) << 2) ^ (((s2 << 2) ^ s2) >> 27)
    s3 = ((s3 & 0xffff_fff0) << 7) ^ (((s3 << 13) ^ s3) >> 21)
    s4 = ((s4 & 0xffff_ff80) << 13) ^ (((s4 << 3) ^ s4) >> 12)
    return s1 ^ s2 ^ s3 ^ s4
  }
}
