import Captures
import Dispatch
import Dissection
import Glibc
import Synchronization
import TextOutput

/// A progress line on standard error. It appears after two seconds, if standard error is a terminal.
///
/// The kernel knows how far an open file has been read, so readers need not report it: a timer reads the position of
/// the file's descriptor.
enum Progress {
  /// The current task and its start.
  private struct Task {
    var path: String
    var file: RegularFile.Identity
    var began: ContinuousClock.Instant
  }

  private struct State {
    var task: Task?
    var timer: (any DispatchSourceTimer)?
    /// Whether the line is shown.
    var isShown = false
  }

  private static let state = Mutex(State())
  private static let patience = Duration.seconds(2)

  /// Shows from now on how far a file has been read, until `end`. Does nothing unless it is a regular file.
  static func begin(reading path: String) {
    guard Console.isErrors, let file = RegularFile.identity(of: path), file.size > 0 else { return }
    end()
    state.withLock { state in
      state.task = Task(path: path, file: file, began: ContinuousClock.now)
      let timer = DispatchSource.makeTimerSource(queue: .global())
      timer.schedule(deadline: .now() + .seconds(2), repeating: .milliseconds(250))
      timer.setEventHandler { Progress.show() }
      timer.resume()
      state.timer = timer
    }
  }

  /// Removes the progress line.
  static func end() {
    state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
      state.task = nil
      clear(&state)
    }
  }

  /// Hides the line while `body` writes to the terminal.
  static func hidden<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    var failure: Failure?
    state.withLock { state in
      clear(&state)
      do throws(Failure) {
        try body()
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }

  private static func clear(_ state: inout State) {
    if state.isShown { write("\r\u{1b}[K") }
    state.isShown = false
  }

  private static func show() {
    state.withLock { state in
      guard let task = state.task, !Pager.isRunning, let position = RegularFile.position(in: task.file) else { return }
      let passed = ContinuousClock.now - task.began
      guard passed >= patience else { return }
      let columns = Console.columns(of: STDERR_FILENO)
      let text = line(path: task.path, position: position, size: task.file.size, after: passed)
      write("\r" + TextTable.shortened(text.text, to: columns - 1) + "\u{1b}[K")
      state.isShown = true
    }
  }

  /// The line: `big.pcapng: 43 % of 312 MB read, about 3 s left`.
  static func line(path: String, position: Int64, size: Int64, after passed: Duration) -> PrintableText {
    let name = path.split(separator: "/").last.map { String($0) } ?? path
    let share = min(position, size) * 100 / max(size, 1)
    var text: PrintableText = "\(name): \(share) % of \(megabytes(size)) read"
    if position > 0, position < size {
      let seconds = Double(passed.components.seconds) + Double(passed.components.attoseconds) / 1e18
      text += ", about \(Int((seconds * Double(size - position) / Double(position)).rounded(.up))) s left"
    }
    return text
  }

  private static func megabytes(_ bytes: Int64) -> String {
    bytes < 10_000_000 ? "\(bytes / 1000) kB" : "\(bytes / 1_000_000) MB"
  }

  private static func write(_ text: String) {
    let bytes = Array(text.utf8)
    // It is no error if the terminal is gone.
    _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
  }
}
