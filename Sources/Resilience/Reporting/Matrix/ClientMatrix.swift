/// The reports of several clients on the same scenarios, side by side.
public struct ClientMatrix: Sendable {
  public struct Column: Sendable {
    /// The client's name.
    public var name: String
    public var report: SuiteReport

    public init(name: String, report: SuiteReport) {
      self.name = name
      self.report = report
    }
  }

  let columns: [Column]
  /// The scenarios of all reports, in the order of the first report that contains them.
  let ids: [String]
  /// For each column, the worst repetition of each scenario.
  private let worst: [[String: ScenarioReport]]

  public init(_ columns: [Column]) {
    self.columns = columns
    worst = columns.map { $0.report.worst }
    var seen: Set<String> = []
    ids = columns.flatMap { $0.report.scenarios.map(\.id) }.filter { seen.insert($0).inserted }
  }

  func scenario(_ id: String, of column: Int) -> ScenarioReport? { worst[column][id] }

  /// The scenarios in which a client violates a MUST.
  var broken: [String] { ids.filter { id in worst.contains { $0[id]?.kind == Verdict.Kind.fail.rawValue } } }

  /// How many scenarios of a column have this verdict.
  func count(_ kind: Verdict.Kind, of column: Int) -> Int { worst[column].values.count { $0.kind == kind.rawValue } }
}

extension SuiteReport {
  /// The repetition with the worst verdict, for each scenario.
  var worst: [String: ScenarioReport] {
    let kind = { (scenario: ScenarioReport) in Verdict.Kind(rawValue: scenario.kind) ?? .error }
    return Dictionary(scenarios.map { ($0.id, $0) }) { one, other in kind(one) < kind(other) ? other : one }
  }
}
