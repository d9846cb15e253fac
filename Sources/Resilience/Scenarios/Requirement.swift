/// How much an expectation weighs.
public enum Requirement: String, Sendable {
  /// A standard or plain correctness demands it: not doing it fails the client.
  case must = "MUST"
  /// Judgement demands it: not doing it earns a warning.
  case should = "SHOULD"
}
