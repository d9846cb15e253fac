import ArgumentParser
import Dissection
import TextOutput
import VirtualLink

/// `headwind link up`.
struct LinkUp: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "up", abstract: "Create a link that stays until it is taken down.")

  @Argument(help: "The name of the link: letters, digits, '.', '_' and '-'.") var name: String
  @OptionGroup var options: LinkOptions

  func run() throws {
    do {
      try Surroundings.require(descriptors: LinkSession.descriptors, for: "a link")
      let name = try LinkName(word: name)
      // Report errors in the command line before a process is started.
      _ = try options.timeline(of: options.chosenScenario())
      let text = try Supervisor.start { ready in
        do {
          try SupervisedLink(name, options).hold(ready: ready)
        } catch let failure as Failure {
          throw LinkError(failure.message.text, remedy: failure.remedy?.text)
        }
      }
      if !options.quiet { StandardOutput.tell("\(lines: text)") }
    } catch {
      throw Failure(error, status: (error as? Failure)?.status ?? ExitStatus.environment)
    }
  }
}
