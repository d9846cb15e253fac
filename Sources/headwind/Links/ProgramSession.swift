import Glibc
import VirtualLink

/// A program on a link, for `run` and `link exec`: passed through as env(1) would run it.
struct ProgramSession {
  let signals: HeldSignals
  let tree: ProcessTree
  private let terminal = Terminal()

  /// To be made first, while the process has one thread and after it has the privilege that it needs.
  init(signals: HeldSignals) throws {
    self.signals = signals
    tree = try ProcessTree()
  }

  /// Runs the program to its end.
  func run(
    _ words: [String], on network: NetworkNamespace, resolution: NameResolution, control: String, alarm: Alarm
  ) throws -> ProgramEnd {
    if let signal = signals.endRequested() { return .killed(signal) }
    var command = ProgramCommand(words)
    command.set(ControlAddress.variable, control)
    for (name, value) in resolution.authority?.variables ?? [] { command.set(name, value) }
    let program = try Program(command, network: network, tree: tree, files: resolution.files)
    defer { terminal.takeBack() }
    return try ProgramWatch(program, tree: tree, signals: signals, alarm: alarm).wait()
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
