import Dispatch
import Exchanges
import Synchronization
import TextOutput

/// Formats and writes exchanges on a thread of its own, while the next packets are read.
final class ExportPress: Sendable {
  /// So few batches may wait, since their bodies take memory beside what reading takes.
  private static let longestRow = 2

  private struct State {
    var row: [[HTTPExchange]] = []
    var isOver = false
    /// Why nothing more can be written.
    var trouble: StandardOutput.Trouble?
  }

  private let export: Mutex<ExchangeExport>
  private let state = Mutex(State())
  /// Signalled for each batch in the row, and at the end.
  private let isWaiting = DispatchSemaphore(value: 0)
  /// Signalled for each batch that the row has room for.
  private let hasRoom = DispatchSemaphore(value: 0)
  private let group = DispatchGroup()

  /// Begins the document.
  init(_ format: ExchangeExport.Format) {
    export = Mutex(ExchangeExport(format, creator: (name: "Headwind", version: Headwind.version)))
    export.withLock { $0.begin() }
    for _ in 0..<Self.longestRow { hasRoom.signal() }
    DispatchQueue(label: "headwind.export").async(group: group) { [self] in work() }
  }

  /// Takes exchanges to be written, and waits until there is room for them.
  /// - Throws: what kept earlier ones from being written.
  func take(_ batch: [HTTPExchange]) throws(StandardOutput.Trouble) {
    hasRoom.wait()
    let trouble = state.withLock { state in
      state.row.append(batch)
      return state.trouble
    }
    isWaiting.signal()
    if let trouble { throw trouble }
  }

  /// Ends the document, and waits until all of it is written.
  func finish() throws(StandardOutput.Trouble) {
    state.withLock { $0.isOver = true }
    isWaiting.signal()
    group.wait()
    if let trouble = state.withLock({ $0.trouble }) { throw trouble }
  }

  private func work() {
    let output = StandardOutput()
    while true {
      isWaiting.wait()
      let (batch, trouble) = state.withLock { ($0.row.isEmpty ? nil : $0.row.removeFirst(), $0.trouble) }
      guard let batch else { break }
      if trouble == nil { write(batch, output) }
      hasRoom.signal()
    }
    guard state.withLock({ $0.trouble == nil }) else { return }
    export.withLock { export in
      export.finish()
      flush(&export, output)
    }
  }

  private func write(_ batch: [HTTPExchange], _ output: borrowing StandardOutput) {
    export.withLock { export in
      for exchange in batch {
        export.append(exchange, trouble: HTTPTrouble.words(exchange))
        if output.isDue(export.text.count) { flush(&export, output) }
      }
      // Whoever reads the output should not wait for the next batch.
      flush(&export, output)
    }
  }

  private func flush(_ export: inout ExchangeExport, _ output: borrowing StandardOutput) {
    do throws(StandardOutput.Trouble) {
      try export.text.withBytes { bytes throws(StandardOutput.Trouble) in try output.write(bytes) }
    } catch {
      state.withLock { $0.trouble = $0.trouble ?? error }
    }
    export.text.removeAll()
  }
}
