import ArgumentParser
import SystemPackage

/// The command. Each subcommand is a file in `Commands/`.
@main
struct Headwind: ParsableCommand {
  /// What files that we write name as their author's version.
  static let version = "0.1"

  static let configuration = CommandConfiguration(
    commandName: "headwind",
    abstract: "Puts a program on a bad network, shows every packet, and says whether the program coped.",
    subcommands: [
      Run.self, LinkCommand.self, ConditionCommand.self, CaptureCommand.self, HTTPCommand.self, ExportCommand.self,
      StatsCommand.self, TestCommand.self, ScenarioCommand.self, ProfileCommand.self, DoctorCommand.self,
      VerifyCommand.self,
      ReportCommand.self, HostClient.self,
    ])

  static func main() {
    do {
      var command = try parseAsRoot(words())
      try command.run()
    } catch let failure as Failure {
      complain(failure)
      exit(withError: failure.status)
    } catch {
      // ArgumentParser ends with 64 (EX_USAGE) for words it does not understand; ours is 2, as in `getopt` programs.
      guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
      say(fullMessage(for: error))
      exit(withError: passesThrough ? ExitStatus.ownFailure : ExitStatus.usage)
    }
  }

  /// The command line's words, with tcpdump's bundles of letters taken apart where they belong.
  private static func words() -> [String] {
    let words = Array(CommandLine.arguments.dropFirst())
    if words.first == TestCommand.configuration.commandName { return TestCommand.words(words) }
    guard words.first == CaptureCommand.configuration.commandName else { return words }
    return TreeOptions.disambiguated(CaptureCommand.letters.takenApart(words))
  }

  /// Whether this is a command that ends as another one does: its own failures must not look like the other's.
  private static var passesThrough: Bool {
    let words = CommandLine.arguments.dropFirst()
    return words.first == "run" || words.prefix(2) == ["link", "exec"]
  }

  /// Says on standard error what failed and what to do.
  static func complain(_ failure: Failure) {
    say("headwind: \(failure.message)")
    if let remedy = failure.remedy {
      say("  \(remedy)")
    }
  }

  /// Writes one line to standard error, which is where Headwind's own words go.
  static func say(_ line: String) {
    _ = try? FileDescriptor.standardError.writeAll(Array((line + "\n").utf8))
  }
}
