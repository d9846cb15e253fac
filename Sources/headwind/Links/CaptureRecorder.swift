import Captures
import Synchronization
import VirtualLink

/// Writes the frames that cross a link to a pcapng file, as one end sees them or both do, and with what becomes of them.
///
/// It runs on a thread of its own. Where the disk is full the file ends there, and the run goes on.
final class CaptureRecorder: Sendable {
  /// The open file, and what became of it; only the queue's thread and, after it, `finish` use it.
  private struct File: ~Copyable {
    var writer: SightingWriter
    var failure: CaptureError?
  }

  /// What a recording left.
  struct Summary {
    var frames: Int
    /// Frames left out because the disk was too slow.
    var dropped: Int
    /// Why the file ends early, or nil.
    var failure: CaptureError?
    /// Whether the file holds the secrets of TLS connections.
    var hasKeys = false

    /// What is wrong with it, a line each.
    var troubles: [String] {
      (failure.map { ["\($0)"] } ?? [])
        + (dropped > 0 ? ["the capture lacks \(dropped) packets: the disk was too slow"] : [])
    }
  }

  let queue: FrameQueue
  private let file: Shelf

  /// Holds the file, which cannot be copied, for the closure that writes to it.
  private final class Shelf: Sendable {
    let file: Mutex<File>

    init(path: String, side: CaptureSide, comment: String, keys: SessionKeys?) throws {
      file = Mutex(File(writer: try SightingWriter(path: path, side: side, comment: comment, keys: keys)))
    }

    func write(_ batch: FrameBatch) {
      file.withLock { file in
        guard file.failure == nil else { return }
        do throws(CaptureError) {
          try file.writer.write(batch)
        } catch {
          file.failure = error
        }
      }
    }
  }

  /// - Parameters:
  ///   - side: which end is written, or both.
  ///   - comment: what to say of the whole capture.
  ///   - keys: the secrets that the file is to hold.
  init(path: String, side: CaptureSide, comment: String, keys: SessionKeys?) throws {
    let shelf = try Shelf(path: path, side: side, comment: comment, keys: keys)
    file = shelf
    queue = try FrameQueue { shelf.write($0) }
  }

  /// From now on, notes beside each packet whose it is.
  func noteProcesses(by finder: ProcessFinder) {
    file.file.withLock { $0.writer.processes = finder }
  }

  /// Why what has crossed so far is not all in the file, in one line, or nil.
  var trouble: String? {
    queue.drain()
    let failure = file.file.withLock { $0.failure }
    let troubles = Summary(frames: 0, dropped: queue.summary.dropped, failure: failure).troubles
    return troubles.isEmpty ? nil : troubles.joined(separator: "; ")
  }

  /// Writes what is left, and closes the file.
  func finish() -> Summary {
    let queued = queue.finish()
    return file.file.withLock { file in
      do throws(CaptureError) {
        try file.writer.close()
      } catch {
        file.failure = file.failure ?? error
      }
      return Summary(
        frames: file.writer.frames, dropped: queued.dropped, failure: file.failure, hasKeys: file.writer.hasKeys)
    }
  }
}
