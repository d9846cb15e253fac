import ArgumentParser
import Dissection
import Glibc
import Resilience
import TextOutput

/// `headwind report trend FOLDER`
struct ReportTrendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trend",
    abstract: "Show when verdicts changed over the reports of a folder, what is flaky, and percentiles of times.",
    discussion: """
      The folder is filled by 'headwind test --report store=FOLDER' and 'headwind report add'. A client is known by its command, and its \
      versions by --client-version. Files that are no reports are named and left out.
      """)

  @Argument(help: ArgumentHelp("The folder with the reports.", valueName: "folder"), completion: .directory) var folder:
    String

  @Option(help: ArgumentHelp("Only clients whose command matches; * matches anything.", valueName: "glob"))
  var client: [String] = []

  @Option(help: ArgumentHelp("Only scenarios whose name matches.", valueName: "glob"), completion: Candidates.scenarios)
  var scenario: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only runs since a day (2026-11-25) or of the last days (30d), hours (12h) or weeks (8w).", valueName: "time"),
    transform: Self.since)
  var since = -Double.infinity

  @Flag(help: "Print a line of JSON for each scenario of a client, with every run.") var json = false
  @Flag(help: "Print Markdown.") var markdown = false
  @Option(help: ArgumentHelp("Write one HTML page, which needs no network.", valueName: "file"), completion: .file())
  var html: String?

  @OptionGroup var pager: PagerOption

  func validate() throws {
    guard !json || !markdown else { throw ValidationError("give either --json or --markdown") }
  }

  func run() throws {
    let trend: ReportTrend
    do {
      let found = try ReportStore(folder: folder).entries(limit: ReportCommand.largestReport)
      let (clients, scenarios) = (NamePatterns("--client", client), NamePatterns("--scenario", scenario))
      try clients.check(
        among: found.entries.map { Self.names(ofClient: $0.report.client.joined(separator: " ")) }, of: "client",
        remedy: "'headwind report trend \(folder)' lists all clients")
      try scenarios.check(
        among: Set(found.entries.flatMap { $0.report.scenarios.map(\.id) }).sorted().map { [$0] }, of: "scenario",
        remedy: "'headwind report trend \(folder)' lists all scenarios")
      trend = ReportTrend(
        found.entries, strangers: found.strangers,
        client: { client.isEmpty || Self.names(ofClient: $0).contains(where: clients.match) },
        scenario: { scenario.isEmpty || scenarios.match($0) }, since: since)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure(
        "\(error)", remedy: "'headwind report add \(folder) report.json' makes it", status: ExitStatus.environment)
    }
    for stranger in trend.leftOut {
      Headwind.say("headwind: \(folder)/\(stranger.name) is left out: \(stranger.reason)")
    }
    if let html {
      try ReportOptions.write(TrendPage.text(of: trend), to: html)
      Headwind.say("headwind: wrote \(html)")
      if !json, !markdown { return }
    }
    if json { return try StandardOutput.show(try Self.json(trend)) }
    if markdown { return try StandardOutput.show(text: PrintableText(lines: TrendWords.markdown(of: trend))) }
    pager.begin()
    try StandardOutput.show(TrendWords.lines(of: trend))
  }

  /// An object for each scenario of each client.
  private static func json(_ trend: ReportTrend) throws -> [PrintableText] {
    struct Row: Encodable {
      var client: [String]
      var id: String
      var kind: String
      var isFlaky: Bool
      var times: ReportTrend.Times?
      var changes: [ReportTrend.Change]
      var points: [ReportTrend.Point]
    }
    return try trend.clients.flatMap { client in
      try JSONText.lines(
        of: client.rows.map {
          Row(
            client: client.command, id: $0.id, kind: $0.kind, isFlaky: $0.isFlaky, times: $0.times, changes: $0.changes,
            points: $0.points)
        })
    }
  }

  /// A client is named by its command, or by the first word of it.
  private static func names(ofClient command: String) -> [String] { [command, String(command.prefix { $0 != " " })] }

  /// Seconds by the letter of a unit.
  private static let units: [Character: Double] = ["h": 3600, "d": 86400, "w": 604_800]

  /// Reads a day, or how long ago.
  static func since(_ text: String) throws -> Double {
    if let unit = text.last.flatMap({ units[$0] }), let count = Int(text.dropLast()), (0...100_000).contains(count) {
      return Double(time(nil)) - Double(count) * unit
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int32($0) }
    if numbers.count == 3, parts.map(\.utf8.count) == [4, 2, 2], (1970...9999).contains(numbers[0]),
      (1...12).contains(numbers[1]), (1...31).contains(numbers[2])
    {
      var date = tm()
      (date.tm_year, date.tm_mon, date.tm_mday) = (numbers[0] - 1900, numbers[1] - 1, numbers[2])
      return Double(timegm(&date))
    }
    throw ValidationError("'\(text)' is neither a day such as 2026-11-25 nor a time such as 30d, 12h or 8w")
  }
}
