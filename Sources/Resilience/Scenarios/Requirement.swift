/// The requirement level of an expectation.
public enum Requirement: String, Sendable {
  /// A standard, or plain correctness, requires it. A violation fails the client.
  case must = "MUST"
  /// It is good practice. A violation is a warning.
  case should = "SHOULD"
}
