import ArgumentParser
import Dispatch
import Dissection
import Glibc
import Resilience
import TextOutput
import VirtualLink

/// `headwind hold-link`: `headwind test --persistent` starts it in order to run a program on a link through many scenarios.
struct HoldLink: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hold-link", abstract: "Run a program through many scenarios.", shouldDisplay: false)

  @Argument(help: "The plan.") var plan: String

  func run() throws {
    do {
      ProgramSession.end(as: try hold())
    } catch {
      throw Failure(error, status: ExitStatus.ownFailure)
    }
  }

  private func hold() throws -> ProgramEnd {
    try Surroundings.require(descriptors: LinkSession.descriptors, for: "a link")
    guard ParentProcess.bind() else { ProgramSession.end(as: .killed(SIGKILL)) }
    let signals = try HeldSignals()
    let isRootless = try Privilege.obtain()
    let holder = try PersistentHolder(try PersistentPlan(readingFrom: plan), isRootless: isRootless)
    let program = try ProgramSession(signals: signals, network: holder.network)
    let server = try ControlServer(holder.usualAddress, and: holder.address, in: [holder.network]) {
      holder.answer($0, from: $1)
    }
    defer { server.close() }
    DispatchQueue(label: "headwind-orders").async { holder.serve() }
    return try program.run(
      [try TestCommand.executable(), "host-client", "--persistent", plan], resolution: holder.resolution,
      control: holder.address.description, keyLog: nil, alarm: try Alarm())
  }
}
