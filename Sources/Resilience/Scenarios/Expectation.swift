/// What a scenario expects of a client: a demand, and whether it is a MUST or a SHOULD.
public struct Expectation: Sendable, Hashable {
  public var requirement: Requirement
  public var demand: Demand

  public init(_ requirement: Requirement, _ demand: Demand) {
    self.requirement = requirement
    self.demand = demand
  }

  public static func must(_ demand: Demand) -> Expectation {
    Expectation(.must, demand)
  }

  public static func should(_ demand: Demand) -> Expectation {
    Expectation(.should, demand)
  }
}

/// The requirement level of an expectation.
public enum Requirement: String, Sendable {
  /// A standard, or plain correctness, requires it. A violation fails the client.
  case must = "MUST"
  /// It is good practice. A violation is a warning.
  case should = "SHOULD"
}
