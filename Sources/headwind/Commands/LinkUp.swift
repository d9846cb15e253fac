import ArgumentParser
import VirtualLink

/// `headwind link up`.
struct LinkUp: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "up", abstract: "Puts a link up, held by a process of its own until it is taken down.")

  @Argument(help: "Its name: letters, digits, '.', '_' and '-'.") var name: String
  @OptionGroup var options: LinkOptions

  func run() throws {
    do {
      let name = try LinkName(name)
      // What is wrong with the words is said before a process is made.
      _ = try options.timeline(of: options.chosenScenario())
      let text = try Supervisor.start { ready in
        do {
          try SupervisedLink(name, options).hold(ready: ready)
        } catch let failure as Failure {
          throw LinkError(failure.message, remedy: failure.remedy)
        }
      }
      if !options.quiet { print(text) }
    } catch {
      throw Failure(error, status: (error as? Failure)?.status ?? ExitStatus.environment)
    }
  }
}
