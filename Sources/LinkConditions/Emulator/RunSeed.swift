/// The seed of a run, from which the seeds of both directions are derived.
///
/// The directions must not share a seed, because their decisions would then be the same.
public struct RunSeed: Hashable, Sendable {
  /// The number that the user sees, and passes to repeat a run.
  public let value: UInt64

  /// The seed of a run, from which each direction's is made.
  public init(_ value: UInt64) {
    self.value = value
  }

  /// The seed of the direction from the client to the far side.
  public var uplink: UInt64 { Self.mixed(value) }
  /// The seed of the direction from the far side to the client.
  public var downlink: UInt64 { Self.mixed(Self.mixed(value)) }

  /// The seed of a direction: what `tc qdisc ... netem ... seed` takes, and the kernel's TCA_NETEM_PRNG_SEED.
  public subscript(direction: LinkDirection) -> UInt64 { direction == .uplink ? uplink : downlink }

  /// Returns another number that looks unrelated to this one.
  ///
  /// Source: G. Steele, D. Lea, C. Flood, "Fast Splittable Pseudorandom Number Generators", 2014 (SplitMix64).
  package static func mixed(_ value: UInt64) -> UInt64 {
    var mixed = value &+ 0x9e37_79b9_7f4a_7c15
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
