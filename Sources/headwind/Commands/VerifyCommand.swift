import ArgumentParser
import Dissection
import LinkConditions
import SystemPackage
import TextOutput
import Verification
import VirtualLink

/// `headwind verify`: measures how exact links are on this machine.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Measure how exact links are on this machine.",
    discussion: """
      For delay, jitter, bandwidth, loss, duplicates, corruption, reordering, queue and MTU, the report has the requested value, \
      the measured value, the error and its bound, and the same measurement on a bare pair of interfaces. Without --profile, a \
      standard set of conditions is measured, in under a minute.

      Exit status: 0 if every error is within its bound, 1 if one is not, 4 if no link can be created here.
      """)

  @Option(
    help: ArgumentHelp(
      "The conditions to verify: the name of a profile, a file, or a profile in braces.", valueName: "name"),
    completion: Candidates.profiles)
  var profile: String?

  @OptionGroup var profiles: ProfileOptions

  @Option(help: "The engine that carries the packets: auto, userspace or netem (the kernel's).")
  var engine = EngineRequest.auto

  @Option(help: ArgumentHelp("Write an HTML page with plots to this file.", valueName: "file"), completion: .file())
  var report: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The seed of the random decisions.", valueName: "number"),
    transform: SeedOption.parse)
  var seed: UInt64 = 1

  @Flag(help: "Measure with one fifth of the packets.")
  var quick = false

  @Flag(help: "Print a line of JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Do not print progress.")
  var quiet = false

  @OptionGroup var color: ColorOption

  func run() throws {
    // Open the file before measuring for a minute, so that an error is reported at once.
    let page = try report.map(Self.open)
    let report: VerificationReport
    do {
      let cases =
        try profile.map { [VerificationCase(try profiles.choice.find($0, for: "verify"))] } ?? StandardConditions.all
      try Surroundings.require(descriptors: LinkSession.descriptors, for: "a link")
      try Privilege.obtain()
      let isQuiet = quiet
      let verifier = Verifier(request: engine, effort: quick ? .quick : .thorough, seed: seed) {
        if !isQuiet { Headwind.say("headwind: measuring \($0)") }
      }
      report = try verifier.verify(cases, isStandard: profile == nil)
    } catch {
      throw Failure(error, status: (error as? Failure)?.status ?? ExitStatus.environment)
    }
    try page.map { try write(report, to: $0) }
    if json {
      StandardOutput.tell(try JSONText.line(of: report.inSeconds))
    } else {
      Self.lines(of: report, width: Console.width, color.paint).forEach(StandardOutput.tell(_:))
    }
    if !report.isWithin { throw ExitStatus.foundWrong }
  }

  /// The report as a table that fits the terminal, and remarks.
  static func lines(of report: VerificationReport, width: Int?, _ paint: Paint) -> [PrintableText] {
    var table = TextTable([
      .init(title: ""), .init(title: "condition", wraps: true), .init(title: ""), .init(title: "quantity", wraps: true),
      .init(title: "requested", wraps: true), .init(title: "measured", wraps: true), .init(title: "error", wraps: true),
      .init(title: "bound", wraps: true),
    ])
    for item in report.cases {
      for check in item.checks {
        table.add(
          [check.isWithin ? .init("ok", .good) : .init("MISSED", .bad)]
            + [
              item.name, check.direction, check.quantity.rawValue, check.asked, check.got, check.error, check.bound,
            ].map { TextTable.Cell($0) })
      }
    }
    let remarks = VerificationRemarks.lines(on: report).flatMap {
      TextTable.folded(PrintableText(escaping: $0), to: width)
    }
    let conclusion = PrintableText(escaping: VerificationRemarks.conclusion(of: report))
    return table.lines(width: width, paint) + [""] + remarks + [paint(conclusion, report.isWithin ? .good : .bad)]
  }

  private static func open(_ path: String) throws -> FileDescriptor {
    do {
      return try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .truncate, .closeOnExec],
        permissions: [.ownerReadWrite, .groupRead, .otherRead])
    } catch {
      throw Failure("cannot write \(path): \(error)", status: ExitStatus.environment)
    }
  }

  private func write(_ found: VerificationReport, to file: FileDescriptor) throws {
    do {
      try file.closeAfter { _ = try file.writeAll(VerificationPage.text(of: found).utf8) }
    } catch {
      throw Failure("cannot write \(report ?? ""): \(error)", status: ExitStatus.environment)
    }
  }
}
