public import ArgumentParser
import Dissection
public import Herd
import Resilience
import TextOutput

/// `headwind herd`: what one client's behaviour means for a million.
struct HerdCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "herd",
    abstract: "Compute what a million clients of a kind do to a service during and after an outage.",
    usage: """
      headwind herd [OPTIONS] -- CLIENT [WORD ...]
      headwind herd [OPTIONS] CONDUCT.json ...
      """,
    discussion: """
      With a client after '--', Headwind runs it on private links against a service that is healthy, answers no SYN, refuses connections, \
      answers 503, and never answers, and learns from the packets what one use costs and when the client tries again. --save keeps what it \
      learned in a file, which can be given instead of the client. The client is started as by 'headwind test', with {url} for the URL.

      Headwind then simulates the clients one by one (Monte Carlo). The report has the load per second and its peaks, and the same for \
      published retry policies with the same costs. Without a client and a file, only the policies are simulated.

      Exit status: 0; 1 if a client's peak is higher than --max-peak allows; 3 if a file is not valid; 4 if the client cannot be measured.
      """)

  @Argument(
    help: ArgumentHelp("Files that --save wrote.", valueName: "conduct.json"), completion: .file(extensions: ["json"]))
  var files: [String] = []

  @OptionGroup var population: HerdOptions
  @OptionGroup var measuring: MeasuringOptions

  @Option(
    help: ArgumentHelp(
      "A policy to simulate beside the clients: \(RetryPolicy.allCases.map(\.rawValue).joined(separator: ", ")). Can be repeated. Default: all.",
      valueName: "name"))
  var policy: [RetryPolicy] = []

  @Flag(help: "Say how the loads of two clients differ: give two files.")
  var compare = false

  @Option(
    name: .customLong("max-peak"), parsing: .unconditional,
    help: ArgumentHelp(
      "Exit with 1 if a client's peak after the outage is more than this many times the normal load.",
      valueName: "ratio"))
  var maxPeak: Double?

  @Option(
    help: ArgumentHelp(
      "Write a report: json=PATH or html=PATH, a page with plots. '-' is standard output. Can be repeated.",
      valueName: "form=path"),
    transform: HerdReportTarget.parse)
  var report: [HerdReportTarget] = []

  @Flag(name: .shortAndLong, help: "Do not print progress.")
  var quiet = false

  @OptionGroup var color: ColorOption

  /// The words after `--`.
  @Option(
    name: .customLong("command"), parsing: .remaining,
    help: ArgumentHelp("The client and its arguments; '--' does the same.", valueName: "word"))
  var client: [String] = []

  func validate() throws {
    guard client.isEmpty || files.isEmpty else {
      throw ValidationError("give files, or a client after '--', but not both")
    }
    guard !compare || files.count == 2 else {
      throw ValidationError("--compare needs two files: headwind herd --compare a.json b.json")
    }
    guard maxPeak.map({ $0 > 0 }) ?? true else { throw ValidationError("--max-peak must be more than 0.") }
    _ = try population.plan()
    try ClientWords(client).validate(for: "headwind herd")
    guard measuring.save == nil || !client.isEmpty else {
      throw ValidationError("--save keeps what is learned of a client: give the client after '--'")
    }
  }

  func run() throws {
    let plan = try population.plan()
    let conducts = try client.isEmpty ? files.map(Self.conduct) : [measured()]
    if !quiet {
      for (name, conduct) in conducts {
        Headwind.say("headwind: what one \(name) does:")
        for line in HerdWords.conduct(conduct) { Headwind.say("  \(line)") }
      }
    }
    let report = try HerdRuns(plan: plan, conducts: conducts, policies: policies).report()
    if !self.report.contains(where: { $0.path == "-" }) {
      lines(report).forEach(StandardOutput.tell(_:))
    }
    for target in self.report { try target.write(report, conducts: conducts) }
    if let maxPeak, report.rows.contains(where: { $0.isMeasured && $0.curves.peakOverNormal > maxPeak }) {
      throw ExitStatus.foundWrong
    }
  }

  /// The policies to simulate.
  private var policies: [RetryPolicy] { policy.isEmpty ? RetryPolicy.allCases : policy }

  /// Runs the client, and keeps what was learned.
  private func measured() throws -> (name: String, conduct: ClientConduct) {
    let conduct = try measuring.measure(client, isQuiet: quiet)
    if let path = measuring.save {
      try ReportOptions.write(try JSONText.text(of: conduct).text + "\n", to: path)
      if !quiet { Headwind.say("headwind: wrote \(path)") }
    }
    return (name: String(client[0].split(separator: "/").last ?? "client"), conduct: conduct)
  }

  private static func conduct(inFile path: String) throws -> (name: String, conduct: ClientConduct) {
    (name: path, conduct: try ConductFile.read(path))
  }

  /// The report as a table that fits the terminal, and a verdict.
  private func lines(_ report: HerdReport) -> [PrintableText] {
    var table = TextTable(HerdWords.titles.map { .init(title: $0, wraps: true) })
    for row in report.rows {
      let cells = HerdWords.cells(row)
      table.add(cells.map { TextTable.Cell($0) })
    }
    let verdict = HerdWords.verdict(report) + (compare ? HerdWords.comparison(report) : [])
    let width = Console.width
    let headline = TextTable.folded("\(HerdWords.headline(report.plan))", to: width)
    return headline + [""] + table.lines(width: width, color.paint) + (verdict.isEmpty ? [] : [""])
      + verdict.flatMap { TextTable.folded("\($0)", to: width) }
  }
}

extension RetryPolicy: ExpressibleByArgument {}
