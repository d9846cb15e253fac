import Glibc
import VirtualLink

/// Runs a program on a link for `run` and `link exec`, in the same way as env(1).
struct ProgramSession {
  private let signals: HeldSignals
  private let network: NetworkNamespace
  private let tree: ProcessTree
  private let terminal = Terminal()

  /// To be made on the main thread.
  /// - Parameters:
  ///   - network: where the program is to be.
  ///   - socket: the file of a control socket that is to go when we do.
  ///   - keys: the file to which the program is asked to append the secrets of its TLS connections, if it is to go when we do.
  init(
    signals: HeldSignals, network: NetworkNamespace, removing socket: PrivateFile? = nil, and keys: KeyLogFile? = nil
  ) throws {
    self.signals = signals
    self.network = network
    tree = try ProcessTree(network: network, removing: socket, and: keys)
  }

  /// Runs the program to its end.
  func run(_ words: [String], resolution: NameResolution, control: String, keyLog: KeyLogRequest?, alarm: Alarm) throws
    -> ProgramEnd
  {
    if let signal = signals.endRequested() { return .killed(signal) }
    let command = Self.command(words, resolution, control, keyLog: keyLog)
    let program = try Program(
      command, network: network, tree: tree, files: resolution.files(for: command) + (keyLog?.files ?? []),
      inherits: true)
    defer { terminal.takeBack() }
    return try ProgramWatch(program, tree: tree, signals: signals, alarm: alarm).wait()
  }

  /// The program, with what its environment is to say of the link.
  /// - Parameter keyLog: how it is asked for the secrets of its TLS connections.
  static func command(
    _ words: [String], _ resolution: NameResolution, _ control: String, keyLog: KeyLogRequest?
  ) -> ProgramCommand {
    var command = ProgramCommand(words)
    keyLog?.ask(&command)
    command.set(ControlAddress.variable, control)
    command.set(ControlAddress.runVariable, ControlAddress.uniqueWord())
    if let path = try? TestCommand.executable() { command.set(ControlAddress.commandVariable, path) }
    for (name, value) in resolution.variables { command.set(name, value) }
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
