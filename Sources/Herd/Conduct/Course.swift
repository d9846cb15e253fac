/// What a client did on the wire in one use: all attempts for one thing that its user wanted.
public struct Course: Sendable, Hashable, Codable {
  /// The attempts, in order.
  public var attempts: [Attempt]
  /// The seconds from the beginning of the last attempt until the client returned to its user.
  public var ending: Double
  /// Whether the client still tried when its time to be watched was over.
  public var isCut: Bool

  /// A course of attempts.
  public init(attempts: [Attempt], ending: Double, isCut: Bool = false) {
    self.attempts = attempts
    self.ending = ending
    self.isCut = isCut
  }

  /// When each attempt begins, in seconds since the first one.
  public var times: [Double] {
    var time = 0.0
    return attempts.map { attempt in
      time += attempt.gap
      return time
    }
  }

  /// The seconds from the first attempt until the client returned to its user.
  public var duration: Double { attempts.reduce(ending) { $0 + $1.gap } }
}
