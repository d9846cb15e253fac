/// A value that changes evenly, from what it is at first to another.
public struct Ramp<Value: Hashable & Sendable>: Hashable, Sendable {
  /// What it comes to.
  public var end: Value
  /// How long that takes, from the moment at which the conditions come into force.
  public var duration: LinkDuration

  public init(to end: Value, over duration: LinkDuration) {
    self.end = end
    self.duration = duration
  }

  /// How much of the way is behind us after so long: 0 to 1.
  func share(after elapsed: LinkDuration) -> Double {
    guard elapsed < duration else { return 1 }
    return max(0, Double(elapsed.nanoseconds) / Double(duration.nanoseconds))
  }
}
