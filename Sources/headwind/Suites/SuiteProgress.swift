import Dispatch
import Dissection
import Glibc
import Resilience
import Synchronization
import TextOutput

/// Shows the progress of a suite: a line for each scenario that has ended and, on a terminal, a line about running
/// scenarios that changes every second.
final class SuiteProgress: Sendable {
  private struct State {
    var waiting: [String]
    var running: [(id: String, began: ContinuousClock.Instant)] = []
    var done = 0
    var timer: (any DispatchSourceTimer)?
  }

  private let total: Int
  /// The deadline of each scenario in seconds, by its ID.
  private let limits: [String: Int]
  private let jobs: Int
  private let paint: Paint
  /// Prints the lines.
  private let tellLine: @Sendable (PrintableText) -> Void
  private let state: Mutex<State>

  init(
    _ entries: [SuiteEntry], repeats: Int, deadline: Int, jobs: Int, _ paint: Paint,
    tellLine: @escaping @Sendable (PrintableText) -> Void
  ) {
    self.tellLine = tellLine
    self.paint = paint
    total = entries.count * repeats
    limits = Dictionary(
      entries.map { ($0.scenario.id, $0.scenario.deadline ?? deadline) }, uniquingKeysWith: { first, _ in first })
    self.jobs = max(jobs, 1)
    state = Mutex(State(waiting: entries.flatMap { entry in Array(repeating: entry.scenario.id, count: repeats) }))
    guard Console.isErrors else { return }
    state.withLock { state in
      let timer = DispatchSource.makeTimerSource(queue: .global())
      timer.schedule(deadline: .now() + .seconds(1), repeating: .seconds(1))
      timer.setEventHandler { [weak self] in self?.refresh() }
      timer.resume()
      state.timer = timer
    }
  }

  private func refresh() {
    state.withLock { if $0.timer != nil { show($0) } }
  }

  func tell(_ event: SuiteEvent) {
    state.withLock { state in
      clear()
      switch event {
      case .started(let id, _):
        state.waiting.firstIndex(of: id).map { _ = state.waiting.remove(at: $0) }
        state.running.append((id, ContinuousClock.now))
      case .postponed(let id):
        if let place = state.running.firstIndex(where: { $0.id == id }) { state.running.remove(at: place) }
        state.waiting.append(id)
      case .ended(let result):
        state.done += 1
        let id = result.scenario.id
        if let place = state.running.firstIndex(where: { $0.id == id }) {
          state.running.remove(at: place)
        } else {
          state.waiting.firstIndex(of: id).map { _ = state.waiting.remove(at: $0) }
        }
        TerminalReport.lines(for: result).forEach { tellLine(VerdictPaint.line($0, paint)) }
      }
      show(state)
    }
  }

  /// Removes the progress line.
  func end() {
    state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
      clear()
    }
  }

  private func clear() {
    if Console.isErrors { Self.write("\r\u{1b}[K") }
  }

  private func show(_ state: State) {
    guard Console.isErrors, !state.running.isEmpty else { return }
    let left = secondsLeft(state, now: ContinuousClock.now)
    let text = TerminalReport.progress(
      running: state.running.map(\.id), done: state.done, total: total, secondsLeft: left)
    let columns = Console.columns(of: STDERR_FILENO)
    Self.write("\r" + TextTable.shortened(text.text, to: columns - 1) + "\u{1b}[K\r")
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    // It is no error if the terminal is gone.
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }

  /// The longest time that may be left, if all clients use their whole deadlines. Nil once the deadlines of the
  /// running clients are over, because a client may need a moment to end.
  private func secondsLeft(_ state: State, now: ContinuousClock.Instant) -> Int? {
    let longest = state.running.map { (limits[$0.id] ?? 0) - Int((now - $0.began).components.seconds) }.max() ?? 0
    let waiting = (state.waiting.compactMap { limits[$0] }.reduce(0, +) + jobs - 1) / jobs
    let left = max(longest, 0) + waiting
    return left > 0 ? left : nil
  }
}

/// Colours the verdict at the beginning of a line.
enum VerdictPaint {
  static func line(_ line: PrintableText, _ paint: Paint) -> PrintableText {
    guard let kind = Verdict.Kind.allCases.first(where: { line.text.hasPrefix($0.rawValue.uppercased()) }) else {
      return line
    }
    let word = PrintableText(escaping: kind.rawValue.uppercased())
    return paint(word, Paint.meaning(of: kind)) + PrintableText(verbatim: String(line.text.dropFirst(word.count)))
  }
}
