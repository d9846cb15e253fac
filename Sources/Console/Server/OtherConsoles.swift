import Synchronization

/// Consoles that this one opens beside itself, each in a process of its own: on the capture of a scenario, on a link.
final class OtherConsoles: Sendable {
  private let running = Mutex<[[String]: ChildCommand]>([:])

  /// Opens a console, unless the same one is open.
  /// - Parameter words: what `headwind` is given.
  /// - Returns: its address.
  func open(_ words: [String]) throws(APIProblem) -> String {
    let known = running.withLock { $0[words] }
    let child = if let known, known.status == nil { known } else { try ChildCommand(words) }
    running.withLock { $0[words] = child }
    child.wait(seconds: 10) { $0.contains("http://") && $0.hasSuffix("\n") }
    guard let address = child.text.split(separator: "\n").first(where: { $0.hasPrefix("http://") }) else {
      throw APIProblem(500, "'headwind \(words.joined(separator: " "))': \(child.text)")
    }
    return String(address)
  }

  /// Ends them.
  func end() {
    let all = running.withLock { running in
      defer { running = [:] }
      return running.values.map(\.self)
    }
    for child in all { child.end() }
  }
}
