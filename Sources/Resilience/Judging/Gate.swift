/// What a suite must reach for `headwind test` to end with status 0.
public enum Gate: String, Sendable, CaseIterable {
  /// No MUST and no SHOULD is broken, and every scenario was judged.
  case strict
  /// No MUST is broken, and every scenario was judged.
  case `default`
  /// No MUST is broken. What was inconclusive is let through.
  case lenient

  /// What a gate says of a suite.
  public enum Answer: Sendable {
    case open
    /// The client broke what the gate asks for.
    case broken
    /// Something could not be judged.
    case unjudged
  }

  /// - Parameter counts: how many scenarios have each verdict, by the raw values of `Verdict.Kind`.
  public func answer(_ counts: [String: Int]) -> Answer {
    func has(_ kind: Verdict.Kind) -> Bool { (counts[kind.rawValue] ?? 0) > 0 }
    if has(.error) { return .unjudged }
    if has(.fail) || (self == .strict && has(.warn)) { return .broken }
    return self != .lenient && has(.inconclusive) ? .unjudged : .open
  }
}
