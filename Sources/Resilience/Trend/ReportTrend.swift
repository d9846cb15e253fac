/// How the verdicts and the times of clients went from run to run.
public struct ReportTrend: Sendable, Encodable {
  /// A scenario in a run of a client.
  public struct Point: Sendable, Encodable {
    /// When the run began, in seconds since the Unix epoch.
    public var started: Double
    /// The client's version, if it was named.
    public var version: String?
    /// The worst verdict of the repetitions.
    public var kind: String
    /// Whether repetitions had different verdicts.
    public var isMixed: Bool
    /// How long the client took in each repetition, in seconds.
    public var times: [Double]
    /// The file of the report.
    public var file: String
    /// The digest of the suite, if the report says it.
    var suite: String?
  }

  /// A verdict that is not that of the run before.
  public struct Change: Sendable, Encodable {
    public var before: Point
    public var after: Point
    /// Whether the client became better.
    public var isBetter: Bool
  }

  /// Percentiles of times, by the nearest rank, in seconds.
  public struct Times: Sendable, Encodable, Hashable {
    public var count: Int
    public var p50: Double
    public var p90: Double
    public var p99: Double

    init?(_ times: [Double]) {
      let sorted = times.sorted()
      guard !sorted.isEmpty else { return nil }
      let rank = { (percent: Int) in sorted[max(0, (sorted.count * percent + 99) / 100 - 1)] }
      count = sorted.count
      (p50, p90, p99) = (rank(50), rank(90), rank(99))
    }
  }

  /// A scenario of a client, over all runs.
  public struct Row: Sendable, Encodable {
    public var id: String
    /// In the order of time.
    public var points: [Point]
    public var changes: [Change]
    /// Whether it has different verdicts for the same client and the same suite.
    public var isFlaky: Bool
    public var times: Times?

    /// The last verdict.
    public var kind: String { points.last?.kind ?? "" }
  }

  /// A client, over all runs.
  public struct Client: Sendable, Encodable {
    /// The words of its command.
    public var command: [String]
    public var rows: [Row]

    /// As titles have it.
    public var name: String { command.map(ShellWord.quoted).joined(separator: " ") }
  }

  public var clients: [Client]
  /// How many reports it is of, and when the first and the last of them began, in seconds since the Unix epoch.
  public var reports: Int
  public var first: Double?
  public var last: Double?
  /// The files that were left out.
  public var leftOut: [ReportStore.Stranger]

  /// - Parameters:
  ///   - entries: the reports, in any order.
  ///   - strangers: the files that are no reports.
  ///   - client: whether to count a client, by the words of its command.
  ///   - scenario: whether to count a scenario, by its ID.
  ///   - since: when the first run that counts began, in seconds since the Unix epoch.
  public init(
    _ entries: [ReportStore.Entry], strangers: [ReportStore.Stranger] = [], client: (String) -> Bool = { _ in true },
    scenario: (String) -> Bool = { _ in true }, since: Double = -.infinity
  ) {
    let chosen = entries.filter { entry in
      entry.report.started >= since && client(entry.report.client.joined(separator: " "))
    }.sorted { ($0.report.started, $0.name) < ($1.report.started, $1.name) }
    var points: [[String]: [String: [Point]]] = [:]
    for entry in chosen {
      for (id, point) in Self.points(of: entry) where scenario(id) {
        points[entry.report.client, default: [:]][id, default: []].append(point)
      }
    }
    clients = points.map { command, rows in
      Client(command: command, rows: rows.map { Row(id: $0, $1) }.sorted { $0.id < $1.id })
    }.sorted { $0.name < $1.name }
    reports = chosen.count
    first = chosen.first?.report.started
    last = chosen.last?.report.started
    leftOut = strangers
  }

  /// The scenarios of a report, each with its repetitions.
  private static func points(of entry: ReportStore.Entry) -> [String: Point] {
    let report = entry.report
    return Dictionary(grouping: report.scenarios, by: \.id).mapValues { turns in
      let kinds = turns.compactMap { Verdict.Kind(rawValue: $0.kind) }
      return Point(
        started: report.started, version: report.clientVersion, kind: (kinds.max() ?? .error).rawValue,
        isMixed: Set(kinds.filter(Self.isVerdict)).count > 1, times: turns.compactMap(\.client?.duration),
        file: entry.name, suite: report.outline?.digest)
    }
  }

  /// Whether it says something about the client.
  static func isVerdict(_ kind: Verdict.Kind) -> Bool {
    switch kind {
    case .pass, .note, .warn, .fail: true
    case .notApplicable, .inconclusive, .error: false
    }
  }
}

extension ReportTrend.Row {
  init(id: String, _ points: [ReportTrend.Point]) {
    self.id = id
    self.points = points
    let judged = points.filter { Verdict.Kind(rawValue: $0.kind).map(ReportTrend.isVerdict) ?? false }
    changes = zip(judged, judged.dropFirst()).compactMap { before, after in
      guard before.kind != after.kind else { return nil }
      let kinds = [before, after].map { Verdict.Kind(rawValue: $0.kind) ?? .error }
      return ReportTrend.Change(before: before, after: after, isBetter: kinds[1] < kinds[0])
    }
    isFlaky = points.contains(where: \.isMixed) || Self.isFlaky(judged)
    times = ReportTrend.Times(judged.flatMap(\.times))
  }

  private struct Same: Hashable {
    var version: String?
    var suite: String?
  }

  /// If the version is named, two verdicts for it and the same suite are enough. If not, the client may have changed, and the verdict must
  /// have come back.
  private static func isFlaky(_ judged: [ReportTrend.Point]) -> Bool {
    let groups = Dictionary(grouping: judged) { Same(version: $0.version, suite: $0.suite) }
    return groups.contains { same, points in
      let kinds = points.map(\.kind)
      if same.version != nil { return Set(kinds).count > 1 }
      return zip(kinds, kinds.dropFirst()).count { $0 != $1 } > 1
    }
  }
}
