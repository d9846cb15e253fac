import Glibc
import Resilience

/// Says how a suite goes on: a line for each scenario that has ended and, on a terminal, one that changes for what runs.
struct SuiteProgress {
  private let total: Int
  private let isTerminal = isatty(STDERR_FILENO) == 1
  /// How long each scenario may take, in seconds, by its name.
  private let limits: [String: Int]
  private var waiting: [String]
  private var running: [String] = []
  private var done = 0
  private let jobs: Int
  /// Takes the lines.
  private let tellLine: (String) -> Void

  init(_ entries: [SuiteEntry], repeats: Int, deadline: Int, jobs: Int, tellLine: @escaping (String) -> Void) {
    self.tellLine = tellLine
    total = entries.count * repeats
    limits = Dictionary(
      entries.map { ($0.scenario.id, $0.scenario.deadline ?? deadline) }, uniquingKeysWith: { first, _ in first })
    waiting = entries.flatMap { entry in Array(repeating: entry.scenario.id, count: repeats) }
    self.jobs = max(jobs, 1)
  }

  mutating func tell(_ event: SuiteEvent) {
    clear()
    switch event {
    case .started(let id, _):
      waiting.firstIndex(of: id).map { _ = waiting.remove(at: $0) }
      running.append(id)
    case .ended(let result):
      done += 1
      if let place = running.firstIndex(of: result.scenario.id) {
        running.remove(at: place)
      } else {
        waiting.firstIndex(of: result.scenario.id).map { _ = waiting.remove(at: $0) }
      }
      TerminalReport.lines(for: result).forEach(tellLine)
      // Whoever reads a pipe wants to follow, too.
      fflush(nil)
    }
    guard isTerminal, !running.isEmpty else { return }
    Self.show(TerminalReport.progress(running: running, done: done, total: total, secondsLeft: secondsLeft) + "\r")
  }

  func clear() {
    if isTerminal { Self.show("\u{1b}[K") }
  }

  private static func show(_ text: String) {
    let bytes = Array(text.utf8)
    // A terminal that is gone is no reason to stop.
    _ = write(STDERR_FILENO, bytes, bytes.count)
  }

  /// At the most: all clients take their deadlines, and as many as there are jobs run at a time.
  private var secondsLeft: Int {
    let longest = running.compactMap { limits[$0] }.max() ?? 0
    return longest + (waiting.compactMap { limits[$0] }.reduce(0, +) + jobs - 1) / jobs
  }
}
