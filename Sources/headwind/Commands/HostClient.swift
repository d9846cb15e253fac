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

  func run() throws {
    do {
      var host = try ClientHost(try ClientPlan(readingFrom: plan))
      Glibc.exit(try host.run())
    } catch {
      throw Failure("\(error)", status: ExitStatus.environment)
    }
  }
}
