/// What happens while a suite runs.
public enum SuiteEvent: Sendable {
  /// The client has been started in a scenario, for the `turn`th time from 1.
  case started(String, turn: Int)
  case ended(ScenarioResult)
}
