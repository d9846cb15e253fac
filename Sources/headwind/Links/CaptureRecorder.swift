import Captures
import Synchronization
import VirtualLink

/// Writes the frames that cross a link to a pcapng file, as seen at one end or both, with their fates.
///
/// It runs on a thread of its own. If the disk becomes full, the file ends there and the run continues.
final class CaptureRecorder: Sendable {
  /// The open file and its error. It is used only by the queue's thread and later by `finish`.
  private struct File: ~Copyable {
    var writer: SightingWriter
    var failure: CaptureError?
  }

  /// The result of a recording.
  struct Summary {
    var frames: Int
    /// Frames that were omitted because the disk was too slow.
    var dropped: Int
    /// The error because of which the file ends early, or nil.
    var failure: CaptureError?
    /// Whether the file holds the secrets of TLS connections.
    var hasKeys = false
    /// How many TLS connections had no secrets when their packets were written.
    var connectionsWithoutKeys = 0

    /// The problems of the capture, one line each.
    var troubles: [String] {
      (failure.map { ["\($0)"] } ?? [])
        + (dropped > 0 ? ["the capture lacks \(dropped) packets: the disk was too slow"] : [])
    }
  }

  let queue: FrameQueue
  private let file: Shelf

  /// Holds the noncopyable file for the closure that writes to it.
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

  /// Records the process of each packet from now on.
  func noteProcesses(by finder: ProcessFinder) {
    file.file.withLock { $0.writer.processes = finder }
  }

  /// Why the file does not contain all packets so far, in one line, or nil.
  var trouble: String? {
    queue.drain()
    let failure = file.file.withLock { $0.failure }
    let troubles = Summary(frames: 0, dropped: queue.summary.dropped, failure: failure).troubles
    return troubles.isEmpty ? nil : troubles.joined(separator: "; ")
  }

  /// Writes the remaining packets, and closes the file.
  ///
  /// - Parameter remarks: what to say at the end of the file, one comment each.
  func finish(remarks: [String] = []) -> Summary {
    let queued = queue.finish()
    return file.file.withLock { file in
      do throws(CaptureError) {
        try file.writer.close(remarks: remarks)
      } catch {
        file.failure = file.failure ?? error
      }
      return Summary(
        frames: file.writer.frames, dropped: queued.dropped, failure: file.failure, hasKeys: file.writer.hasKeys,
        connectionsWithoutKeys: file.writer.connectionsWithoutKeys)
    }
  }
}
