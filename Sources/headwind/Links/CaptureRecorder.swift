import Captures
import LinkConditions
import Synchronization
import VirtualLink
import Wire

/// Writes the frames that cross a link to a pcapng file, as each end sees them and with what becomes of them.
///
/// The two ends are two interfaces, `client` and `far side`; a packet that is lost is on one of them only.
/// It runs on a thread of its own. Where the disk is full the file ends there, and the run goes on.
final class CaptureRecorder: Sendable {
  /// The open file, and what became of it; only the queue's thread and, after it, `finish` use it.
  private struct File: ~Copyable {
    var writer: CaptureWriter
    /// Tells whose packets they are, where that is to be noted.
    var processes: ProcessFinder?
    var frames = 0
    var failure: CaptureError?
  }

  /// What a recording left.
  struct Summary {
    var frames: Int
    /// Frames left out because the disk was too slow.
    var dropped: Int
    /// Why the file ends early, or nil.
    var failure: CaptureError?
  }

  let queue: FrameQueue
  private let file: Shelf

  /// Holds the file, which cannot be copied, for the closure that writes to it.
  private final class Shelf: Sendable {
    let file: Mutex<File>

    init(path: String, comment: String) throws {
      let ends = [CaptureSide.clientInterface, CaptureSide.farSideInterface].map {
        CaptureInterface(linkType: .ethernet, name: $0)
      }
      let writer = try CaptureWriter.create(path, format: .pcapng, interfaces: ends, comment: comment)
      file = Mutex(File(writer: writer))
    }

    func write(_ batch: FrameBatch) {
      file.withLock { file in
        guard file.failure == nil else { return }
        do throws(CaptureError) {
          for entry in batch.entries {
            file.frames += 1
            let frame = Frame(
              number: file.frames, timestamp: entry.sighting.timestamp, linkType: .ethernet,
              originalLength: entry.range.count, interfaceID: entry.sighting.isClientView ? 0 : 1,
              direction: entry.sighting.place == .entering ? .outbound : .inbound)
            let bytes = batch.bytes.span.extracting(entry.range)
            let process = entry.sighting.isClientView ? file.processes?.process(of: frame, bytes) : nil
            let comments = entry.notes + [FateWords.text(entry.sighting)] + (process.map { [$0.comment] } ?? [])
            try file.writer.write(frame, bytes, comments: comments)
          }
          try file.writer.flush()
        } catch {
          file.failure = error
        }
      }
    }
  }

  /// - Parameter comment: what to say of the whole capture.
  init(path: String, comment: String) throws {
    let shelf = try Shelf(path: path, comment: comment)
    file = shelf
    queue = try FrameQueue { shelf.write($0) }
  }

  /// From now on, notes beside each packet whose it is.
  func noteProcesses(by finder: ProcessFinder) {
    file.file.withLock { $0.processes = finder }
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
      return Summary(frames: file.frames, dropped: queued.dropped, failure: file.failure)
    }
  }
}
