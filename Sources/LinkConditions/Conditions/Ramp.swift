/// A value that changes linearly from its start to an end.
public struct Ramp<Value: Hashable & Sendable>: Hashable, Sendable {
  /// The value at the end.
  public var end: Value
  /// How long the change takes, from when the conditions come into force.
  public var duration: LinkDuration

  /// A change to `end` that takes `duration`, evenly.
  public init(to end: Value, over duration: LinkDuration) {
    self.end = end
    self.duration = duration
  }

  /// The part of the ramp that is complete after this time: 0 to 1.
  func share(after elapsed: LinkDuration) -> Double {
    guard elapsed < duration else { return 1 }
    return max(0, Double(elapsed.nanoseconds) / Double(duration.nanoseconds))
  }
}
