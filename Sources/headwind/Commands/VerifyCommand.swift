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
      "The conditions to verify: the name of a profile, a file, or a profile in braces.", valueName: "name"))
  var profile: String?

  @OptionGroup var profiles: ProfileOptions

  @Option(help: "The engine that carries the packets: auto, userspace or netem (the kernel's).")
  var engine = EngineRequest.auto

  @Option(help: ArgumentHelp("Write an HTML page with plots to this file.", valueName: "file"))
  var report: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The seed of the random decisions.", valueName: "number"),
    transform: SeedOption.parse)
  var seed: UInt64 = 1

  @Flag(help: "Measure with one fifth of the packets.")
  var quick = false

  @Flag(help: "Print JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Do not print progress.")
  var quiet = false

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
    StandardOutput.tell(json ? try JSONText.text(of: report) : "\(lines: VerificationTable.text(of: report))")
    if !report.isWithin { throw ExitStatus.foundWrong }
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
