import ArgumentParser
import Dissection
import Glibc
import SystemPackage
import TextOutput
import VirtualLink

/// The command. Each subcommand is a file in `Commands/`.
@main
struct Headwind: ParsableCommand {
  /// The version that written files contain.
  static let version = "0.2.0"

  /// The version and the revision of the sources that the command was built from.
  static let fullVersion = Revision.text.isEmpty ? version : "\(version) (\(Revision.text))"

  static let configuration = CommandConfiguration(
    commandName: "headwind",
    abstract: "Run a program on a bad network, show every packet, and judge whether the program coped.",
    version: "headwind \(fullVersion)",
    subcommands: [
      Run.self, UpCommand.self, LabCommand.self, LinkCommand.self, ControlCommand.self, ConditionCommand.self,
      GatewayCommand.self, AttachCommand.self,
      CaptureCommand.self, HTTPCommand.self,
      ExportCommand.self, StatsCommand.self, ConsoleCommand.self, TestCommand.self, ScenarioCommand.self,
      ProfileCommand.self, DoctorCommand.self, VerifyCommand.self, ReportCommand.self, HerdCommand.self,
      ExtcapCommand.self,
      HostClient.self, HoldLink.self, TestInit.self,
    ])

  static func main() {
    FileSizeLimit.failInsteadOfEnding()
    var status = ExitCode.success
    do {
      let words = try SubcommandWords.checked(TestInit.words(Array(CommandWords.all.dropFirst())), for: Headwind.self)
      var command = try parseAsRoot(prepared(words))
      try command.run()
    } catch {
      status = self.status(after: error)
    }
    do throws(StandardOutput.Trouble) {
      try StandardOutput.checkTold()
    } catch {
      status = self.status(after: error)
    }
    Pager.end()
    Glibc.exit(status.rawValue)
  }

  /// Reports an error.
  /// - Returns: the exit status.
  private static func status(after error: any Error) -> ExitCode {
    switch error {
    case let failure as Failure:
      complain(failure)
      return failure.status
    case StandardOutput.Trouble.closed: return .success
    case StandardOutput.Trouble.failed(let why):
      complain(Failure(notWritten: why))
      return ExitStatus.environment
    default: return status(afterParsing: error)
    }
  }

  private static func status(afterParsing error: any Error) -> ExitCode {
    let (code, text) = (exitCode(for: error), fullMessage(for: error))
    switch code {
    case .success:
      // The user asked for help, the version or a completion script.
      do throws(StandardOutput.Trouble) {
        // All of this text comes from Headwind and the parser.
        try StandardOutput.show(PrintableText(verbatim: Candidates.repaired(text)))
        return code
      } catch {
        return status(after: error)
      }
    // ArgumentParser exits with 64 (EX_USAGE) after a usage error. Headwind exits with 2, like programs that use
    // `getopt`.
    case .validationFailure:
      say("\(lines: text)")
      return passesThrough ? ExitStatus.ownFailure : ExitStatus.usage
    default:
      if !text.isEmpty { say("\(lines: text)") }
      return code
    }
  }

  /// The words of the command line. For `capture`, bundles of short options are split.
  private static func prepared(_ words: [String]) -> [String] {
    if words.first == TestCommand.configuration.commandName { return TestCommand.words(words) }
    if words.first == HerdCommand.configuration.commandName { return TestCommand.afterDashes(words) }
    if words.first == StatsCommand.configuration.commandName { return StatsCommand.words(words) }
    guard words.first == CaptureCommand.configuration.commandName else { return words }
    return TreeOptions.disambiguated(CaptureCommand.letters.takenApart(words))
  }

  /// Whether the command passes on the exit status of another program, so that its own failures need a different
  /// status.
  private static var passesThrough: Bool {
    let words = CommandWords.all.dropFirst()
    return words.first == "run" || words.first == "up" || words.prefix(2) == ["link", "exec"]
  }

  /// Prints an error and its remedy on standard error.
  static func complain(_ failure: Failure) {
    say("headwind: \(failure.message)")
    if let remedy = failure.remedy {
      say("  \(remedy)")
    }
  }

  /// Writes one line to standard error, where all messages of Headwind go.
  static func say(_ line: PrintableText) {
    if Pager.holds(line) { return }
    Progress.hidden {
      _ = try? FileDescriptor.standardError.writeAll(Array((line.text + "\n").utf8))
    }
  }
}
