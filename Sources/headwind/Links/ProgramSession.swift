import Glibc
import VirtualLink

/// Runs a program on a link for `run` and `link exec`, in the same way as env(1).
struct ProgramSession {
  private let signals: HeldSignals
  private let network: NetworkNamespace
  private let tree: ProcessTree
  private let terminal = Terminal()

  /// Create it on the main thread.
  /// - Parameter network: the network namespace of the program.
  init(signals: HeldSignals, network: NetworkNamespace) throws {
    self.signals = signals
    self.network = network
    tree = try ProcessTree(network: network)
  }

  /// Runs the program to its end.
  func run(_ words: [String], resolution: NameResolution, control: String, alarm: Alarm) throws -> ProgramEnd {
    if let signal = signals.endRequested() { return .killed(signal) }
    let command = Self.command(words, resolution, control)
    let program = try Program(
      command, network: network, tree: tree, files: resolution.files(for: command), inherits: true)
    defer { terminal.takeBack() }
    return try ProgramWatch(program, tree: tree, signals: signals, alarm: alarm).wait()
  }

  /// The command, with the environment variables for the link.
  static func command(_ words: [String], _ resolution: NameResolution, _ control: String) -> ProgramCommand {
    var command = ProgramCommand(words)
    command.set(ControlAddress.variable, control)
    for (name, value) in resolution.authority?.variables ?? [] { command.set(name, value) }
    return command
  }

  /// Ends this process as the program ended: with its exit status, or by the signal that killed it.
  static func end(as end: ProgramEnd) -> Never {
    switch end {
    case .exited(let status): exit(status)
    case .killed(let signal):
      endBySignal(signal)
      exit(128 + signal)
    }
  }
}
