import ArgumentParser
import Dissection
import FoundationEssentials
import Resilience
import TextOutput

/// `headwind report`: merges, compares and keeps the reports of `headwind test --report json`.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report", abstract: "Merge, compare and keep the reports of 'headwind test --report json'.",
    subcommands: [Merge.self, Compare.self, ReportMatrix.self, ReportAdd.self, ReportTrendCommand.self])

  /// The report of a thousand scenarios that are repeated a hundred times has about 100 MB.
  static let largestReport = 256 << 20

  /// Reads a report file.
  static func report(inFile path: String) throws -> SuiteReport {
    let bytes = try WholeFile.bytes(of: path, limit: largestReport)
    guard bytes.count <= largestReport else {
      throw Failure(
        "\(path): larger than \(largestReport >> 20) MiB, the maximum for a report", status: ExitStatus.invalidFile)
    }
    do {
      return try JSONReport.report(in: bytes)
    } catch {
      throw Failure("\(path): \(error)", status: ExitStatus.invalidFile)
    }
  }

  /// `headwind report merge FILE... --report html=all.html`
  struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "merge", abstract: "Merge the reports of shards into one.",
      discussion: """
        The reports must be of the same suite, client, division and seed. If a shard or a scenario is missing, it is named with the \
        command that runs it, and nothing is written, unless --allow-gaps is given.

        Exit status, as for the whole suite: 0, 1 if the client broke what --gate asks for, 4 if a scenario could not be judged, 130 if \
        something is missing.
        """)

    @Argument(help: ArgumentHelp("The reports.", valueName: "report.json"), completion: .file(extensions: ["json"]))
    var files: [String]

    @Flag(
      name: .customLong("allow-gaps"),
      help: "Write the merged report although something is missing, and say so in it.")
    var allowsGaps = false

    @OptionGroup var reports: ReportOptions
    @OptionGroup var gate: GateOption

    func run() throws {
      let parts = try files.map { (name: $0, report: try ReportCommand.report(inFile: $0)) }
      let merged: SuiteReport
      do {
        merged = try SuiteReport.merged(parts)
      } catch {
        throw Failure("\(error)", status: ExitStatus.usage)
      }
      try tell(SuiteReport.gaps(parts))
      let summary: PrintableText = "\(merged.summary)"
      if reports.takesStandardOutput { Headwind.say(summary) } else { StandardOutput.tell(summary) }
      try reports.write(merged, in: ".")
      if let status = gate.status(of: merged) { throw status }
    }

    private func tell(_ gaps: [ReportGap]) throws {
      guard !gaps.isEmpty else { return }
      for gap in gaps {
        Headwind.say("headwind: \(gap.words)")
        if let command = gap.command { Headwind.say("  \(command)") }
      }
      guard !allowsGaps else { return }
      throw Failure(
        "the reports are not of a whole suite, so nothing is written",
        remedy: "run what is missing, or merge what is there with --allow-gaps", status: ExitStatus.interrupted)
    }
  }

  /// `headwind report compare A B`
  struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "compare", abstract: "Compare two reports: of two runs, or of two clients.",
      discussion: "Exit status: 0 if all verdicts are equal, 1 if one differs.")

    @Argument(help: ArgumentHelp("The first report.", valueName: "a.json"), completion: .file(extensions: ["json"]))
    var first: String
    @Argument(help: ArgumentHelp("The second report.", valueName: "b.json"), completion: .file(extensions: ["json"]))
    var second: String
    @Flag(help: "Print a line of JSON for each scenario.")
    var json = false

    @OptionGroup var color: ColorOption

    func run() throws {
      let comparison = ReportComparison(
        try ReportCommand.report(inFile: first), try ReportCommand.report(inFile: second))
      if json {
        try JSONText.lines(of: comparison.rows).forEach(StandardOutput.tell(_:))
        if comparison.hasDifferentVerdicts { throw ExitStatus.foundWrong }
        return
      }
      let paint = color.paint
      comparison.lines(names: (first, second)) { paint($0, Paint.meaning(of: $1)) }.forEach(StandardOutput.tell(_:))
      if comparison.hasDifferentVerdicts { throw ExitStatus.foundWrong }
    }
  }
}
