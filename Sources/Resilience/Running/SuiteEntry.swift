/// A scenario to run, and the place of its definition, if it has one.
public struct SuiteEntry: Sendable {
  public var reference: ScenarioReference?
  public var scenario: Scenario

  public init(_ scenario: Scenario, _ reference: ScenarioReference?) {
    self.reference = reference
    self.scenario = scenario
  }
}
