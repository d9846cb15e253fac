internal import Glibc

/// The process in which a scenario runs, on its own link.
protocol ScenarioProcess: AnyObject {
  /// The event to poll for something new; nil if nothing more can come.
  var outputEvent: pollfd? { get }
  /// What it has printed.
  var output: String { get }

  /// Continues as far as possible without waiting.
  /// - Returns: its exit status, or what it would be if the process ended with the scenario; nil while the scenario runs.
  func advance() -> Int32?
  /// Asks it to end, with everything that it has started.
  func end(with signal: CInt)
}

/// A `headwind run` that ends with the scenario.
extension ChildProcess: ScenarioProcess {
  func advance() -> Int32? {
    readOutput()
    let status = exitStatus()
    if status != nil { readOutput() }
    return status
  }
}
