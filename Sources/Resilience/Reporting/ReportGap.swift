/// Something that parts of a run lack together.
public struct ReportGap: Sendable, Hashable {
  /// What is missing: `shard 2 of 3 is missing: head.stall, head.eof`.
  public var words: String
  /// The command line that runs it, or nil if the report does not say enough.
  public var command: String?

  /// The first of some names, and how many more there are.
  static func list(_ names: [String]) -> String {
    let shown = 5
    let rest = names.count - shown
    return names.prefix(shown).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
  }
}

extension SuiteReport {
  /// What reports of parts of a suite lack together.
  static func gaps(in reports: [SuiteReport]) -> [ReportGap] {
    let counts = Set(reports.compactMap(\.shard?.count)).sorted()
    if counts.count > 1 {
      let divisions = counts.map { "1/\($0)" }.joined(separator: ", ")
      return interruptions(of: reports) + [ReportGap(words: "the shards are of different divisions: \(divisions)")]
    }
    guard let outline = reports.lazy.compactMap(\.outline).first else {
      return interruptions(of: reports) + absences(in: reports)
    }
    let count = counts.first ?? outline.shardCount
    let present = Set(reports.flatMap(\.scenarios).map { SuiteOutline.Task(id: $0.id, turn: $0.turn) })
    return (1...count).compactMap { number in
      gap(inShard: number, of: count, outline, present, reports)
    }
  }

  private static func gap(
    inShard number: Int, of count: Int, _ outline: SuiteOutline, _ present: Set<SuiteOutline.Task>,
    _ reports: [SuiteReport]
  ) -> ReportGap? {
    let expected = outline.tasks(ofShard: number)
    let absent = expected.filter { !present.contains($0) }
    guard !absent.isEmpty else { return nil }
    let part = count > 1 ? Part(number: number, of: count) : nil
    let own = reports.filter { $0.shard == part }
    let names = ReportGap.list(absent.map(\.words))
    let name = part.map { "shard \($0.number) of \($0.count)" } ?? "the run"
    let words =
      if own.contains(where: { !$0.isComplete }) {
        "\(name) was interrupted, without \(names)"
      } else {
        absent.count == expected.count ? "\(name) is missing: \(names)" : "\(name) lacks \(names)"
      }
    return ReportGap(words: words, command: command(part, outline, seed: reports.first?.seed ?? 0))
  }

  /// The command line that runs a part of a suite.
  private static func command(_ part: Part?, _ outline: SuiteOutline, seed: UInt64) -> String {
    let shard = part.map { ["--shard", "\($0.number)/\($0.count)"] } ?? []
    let report = ["--report", part.map { "json=\($0.number).json" } ?? "json"]
    let words = ["headwind", "test"] + shard + outline.arguments + ["--seed", String(seed)] + report
    return (words + outline.clientWords).map(ShellWord.quoted).joined(separator: " ")
  }

  private static func interruptions(of reports: [SuiteReport]) -> [ReportGap] {
    reports.filter { !$0.isComplete }.flatMap { report -> [ReportGap] in
      if let own = report.shortfalls { return own.map { ReportGap(words: $0) } }
      let words = report.shard.map { "shard \($0.number) of \($0.count) was interrupted" } ?? "a run was interrupted"
      return [ReportGap(words: words)]
    }
  }

  /// The shards that are missing among reports that do not say what the suite was.
  private static func absences(in reports: [SuiteReport]) -> [ReportGap] {
    let parts = Set(reports.compactMap(\.shard))
    guard let count = parts.first?.count else { return [] }
    return (1...max(1, count)).filter { !parts.contains(Part(number: $0, of: count)) }
      .map { ReportGap(words: "shard \($0) of \(count) is missing") }
  }
}
