/// What a scenario expects of a client, and how much it weighs.
public struct Expectation: Sendable {
  public var requirement: Requirement
  public var demand: Demand

  public static func must(_ demand: Demand) -> Expectation {
    Expectation(requirement: .must, demand: demand)
  }

  public static func should(_ demand: Demand) -> Expectation {
    Expectation(requirement: .should, demand: demand)
  }
}
