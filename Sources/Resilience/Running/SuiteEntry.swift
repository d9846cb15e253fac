/// A scenario to run, and where it is written down; nil for one that is not.
public struct SuiteEntry: Sendable {
  public var reference: ScenarioReference?
  public var scenario: Scenario

  public init(_ scenario: Scenario, _ reference: ScenarioReference?) {
    self.reference = reference
    self.scenario = scenario
  }
}
