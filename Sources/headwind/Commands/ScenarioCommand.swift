import ArgumentParser
import Dissection
import LinkConditions
import Resilience
import TextOutput

/// `headwind scenario`: checks suite files.
struct ScenarioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scenario", abstract: "Check suite files.", subcommands: [Check.self])

  /// `headwind scenario check FILE...`
  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Check suite files, and report every error.",
      discussion: "Exit status: 0 if all files are valid, 3 if one is not, 4 if one cannot be read.")

    @Argument(help: ArgumentHelp("The files.", valueName: "file")) var files: [String]
    @OptionGroup var color: ColorOption

    func run() throws {
      var status: ExitCode?
      for path in files {
        do {
          let scenarios = try ScenarioFile.scenarios(in: try ProfileChoice.contents(ofFile: path), file: path)
          color.tellValid("\(path): \(scenarios.count) \(scenarios.count == 1 ? "scenario" : "scenarios")")
        } catch let error as ProfileFileError {
          color.say(error)
          status = status ?? ExitStatus.invalidFile
        } catch let failure as Failure {
          Headwind.complain(failure)
          status = ExitStatus.environment
        }
      }
      if let status { throw status }
    }
  }
}
