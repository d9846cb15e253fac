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
      let text = try Supervisor.start { ready in
        try SupervisedLink(name, options).hold(ready: ready)
      }
      if !options.quiet { print(text) }
    } catch {
      throw Failure(error, status: (error as? Failure)?.status ?? ExitStatus.environment)
    }
  }
}
