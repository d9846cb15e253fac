import ArgumentParser
import Dissection
import Glibc
import Resilience
import TextOutput

/// `headwind host-client`: `headwind test` starts it on a link in order to run the client there and record what it
/// does.
struct HostClient: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "host-client", abstract: "Run a client according to a plan.", shouldDisplay: false)

  @Argument(help: "The plan.") var plan: String

  @Flag(help: "The plan is that of a program that lives on.")
  var persistent = false

  func run() throws {
    do {
      if persistent {
        var host = PersistentHost(try PersistentPlan(readingFrom: plan))
        return try host.run()
      }
      var host = try ClientHost(try ClientPlan(readingFrom: plan))
      Glibc.exit(try host.run())
    } catch {
      throw Failure("\(error)", status: ExitStatus.environment)
    }
  }
}
