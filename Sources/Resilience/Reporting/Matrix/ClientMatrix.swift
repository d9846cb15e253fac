/// The reports of several clients beside each other, over the same scenarios.
public struct ClientMatrix: Sendable {
  public struct Column: Sendable {
    /// What the client is called.
    public var name: String
    public var report: SuiteReport

    public init(name: String, report: SuiteReport) {
      self.name = name
      self.report = report
    }
  }

  let columns: [Column]
  /// The scenarios of all reports, in the order of the first that has them.
  let ids: [String]
  /// Of a scenario's repetitions the one with the gravest verdict, for each column.
  private let worst: [[String: ScenarioReport]]

  public init(_ columns: [Column]) {
    self.columns = columns
    worst = columns.map { $0.report.worst }
    var seen: Set<String> = []
    ids = columns.flatMap { $0.report.scenarios.map(\.id) }.filter { seen.insert($0).inserted }
  }

  func scenario(_ id: String, of column: Int) -> ScenarioReport? { worst[column][id] }

  /// The scenarios in which a client breaks a MUST.
  var broken: [String] { ids.filter { id in worst.contains { $0[id]?.kind == Verdict.Kind.fail.rawValue } } }

  /// How many scenarios of a column ended in this way.
  func count(_ kind: Verdict.Kind, of column: Int) -> Int { worst[column].values.count { $0.kind == kind.rawValue } }
}

extension SuiteReport {
  /// Of each scenario's repetitions the one with the gravest verdict.
  var worst: [String: ScenarioReport] {
    let kind = { (scenario: ScenarioReport) in Verdict.Kind(rawValue: scenario.kind) ?? .error }
    return Dictionary(scenarios.map { ($0.id, $0) }) { one, other in kind(one) < kind(other) ? other : one }
  }
}
