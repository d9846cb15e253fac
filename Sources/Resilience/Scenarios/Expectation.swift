/// What a scenario expects of a client: a demand, and how much it matters.
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

  public static func note(_ demand: Demand) -> Expectation {
    Expectation(.note, demand)
  }
}

/// The requirement level of an expectation.
public enum Requirement: String, Sendable, CaseIterable {
  /// A standard says MUST, or plain correctness requires it. A violation fails the client.
  case must = "MUST"
  /// A standard says SHOULD, or it is good practice. A violation is a warning.
  case should = "SHOULD"
  /// It is a matter of taste, such as the words of a message. A violation is told.
  case note = "NOTE"

  /// The key in a suite file.
  var key: String { rawValue.lowercased() }

  /// The verdict on a client that does not meet it.
  var broken: Verdict.Kind {
    switch self {
    case .must: .fail
    case .should: .warn
    case .note: .note
    }
  }
}
