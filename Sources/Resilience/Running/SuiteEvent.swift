/// An event while a suite runs.
public enum SuiteEvent: Sendable {
  /// The client was started in a scenario; `turn` is the number of the repetition, from 1.
  case started(String, turn: Int)
  case ended(ScenarioResult)
}
