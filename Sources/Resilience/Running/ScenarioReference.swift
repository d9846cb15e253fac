/// The place of a scenario's definition: a suite file, or the standard suite.
public struct ScenarioReference: Sendable, Hashable, CustomStringConvertible {
  /// The path of the suite file, or nil for the standard suite.
  public var file: String?
  public var id: String

  public init(file: String? = nil, id: String) {
    self.file = file
    self.id = id
  }

  /// Reads `head.stall`, or `checks.yaml#head.stall`.
  public init(_ text: String) {
    let parts = text.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map { String($0) }
    self.init(file: parts.count == 2 ? parts[0] : nil, id: parts.last ?? "")
  }

  public var description: String {
    file.map { "\($0)#\(id)" } ?? id
  }
}

/// A scenario to run, and the place of its definition, if it has one.
public struct SuiteEntry: Sendable {
  public var reference: ScenarioReference?
  public var scenario: Scenario
  /// The file and the line of its definition, if it has one.
  public var place: ScenarioPlace?
  /// Conditions that replace those of the definition, or nil.
  public var conditions: ScenarioConditions?

  public init(_ scenario: Scenario, _ reference: ScenarioReference?, place: ScenarioPlace? = nil) {
    self.reference = reference
    self.scenario = scenario
    self.place = place
  }
}

/// The file and the line of a scenario's definition.
public struct ScenarioPlace: Sendable, Codable, Hashable {
  /// The path as it was given; for the standard suite, the path in Headwind's sources.
  public var file: String
  /// From 1.
  public var line: Int
  /// Whether it is in the standard suite.
  public var isStandard: Bool

  public init(file: String, line: Int, isStandard: Bool = false) {
    self.file = file
    self.line = line
    self.isStandard = isStandard
  }
}
