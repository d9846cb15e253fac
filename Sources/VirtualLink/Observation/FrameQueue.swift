import CLinux
import Glibc
import Synchronization

/// Takes the frames of both ends of a link from the engine's thread, and passes them in batches to a reader on
/// another thread.
///
/// The queue is bounded. If the reader falls too far behind, frames are dropped from the queue and counted, so that
/// the link is not slowed down.
public final class FrameQueue: PacketTap {
  /// The number of frames that were passed on or dropped.
  public struct Summary: Sendable {
    /// Frames that were passed to the reader.
    public var taken = 0
    /// Frames that were dropped because the reader was too slow.
    public var dropped = 0
  }

  private struct State {
    var batch = FrameBatch()
    var notes: [LinkNote] = []
    var summary = Summary()
    var isFinished = false
    /// Frames and notes that came, and how many of them the reader has finished with.
    var offered = 0
    var read = 0
  }

  private let state = Mutex(State())
  private let bell: Descriptor
  private let done: Descriptor
  private let capacity: Int

  /// - Parameters:
  ///   - capacity: the most bytes that may wait in the queue.
  ///   - reader: called for one batch after the other, on a thread of its own.
  public init(capacity: Int = 32 << 20, reader: @escaping @Sendable (FrameBatch) -> Void) throws {
    self.capacity = capacity
    bell = try Self.counter()
    done = try Self.counter()
    // The thread keeps the queue alive until `finish`, which the queue's owner must call.
    try OwnThread.start {
      while let batch = self.next() {
        reader(batch)
        self.state.withLock { $0.read += batch.entries.count + batch.notes.count }
      }
      eventfd_write(self.done.raw, 1)
    }
  }

  public func saw(_ frame: Span<UInt8>, _ sighting: FrameSighting) {
    let wasEmpty = state.withLock { state in
      guard state.batch.bytes.count + frame.count <= capacity, !state.isFinished else {
        state.summary.dropped += 1
        return false
      }
      let start = state.batch.bytes.count
      state.batch.bytes.reserveCapacity(start + frame.count)
      for index in frame.indices { state.batch.bytes.append(frame[index]) }
      state.batch.entries.append(
        FrameBatch.Entry(sighting: sighting, range: start..<(start + frame.count), notes: state.notes))
      state.notes = []
      state.summary.taken += 1
      state.offered += 1
      return start == 0
    }
    if wasEmpty { eventfd_write(bell.raw, 1) }
  }

  /// Passes a note on at once, and adds it to the next frame. Of several profiles before a frame, the frame gets the last one.
  public func note(_ note: LinkNote) {
    state.withLock { state in
      guard !state.isFinished else { return }
      if note.isProfile { state.notes.removeAll { $0.isProfile } }
      state.notes.append(note)
      state.batch.notes.append((state.batch.entries.count, note))
      state.offered += 1
    }
    eventfd_write(bell.raw, 1)
  }

  /// The counts so far.
  public var summary: Summary { state.withLock { $0.summary } }

  /// Waits until the reader has finished with all earlier frames and notes.
  public func drain() {
    let target = state.withLock { $0.offered }
    while state.withLock({ $0.read < target && !$0.isFinished }) { usleep(200) }
  }

  /// Stops taking frames, and waits until all earlier frames have been passed on. Call it once.
  public func finish() -> Summary {
    let summary = state.withLock { state in
      state.isFinished = true
      return state.summary
    }
    eventfd_write(bell.raw, 1)
    var count = eventfd_t()
    eventfd_read(done.raw, &count)
    return summary
  }

  /// Waits for frames; nil when the queue has finished.
  private func next() -> FrameBatch? {
    while true {
      var count = eventfd_t()
      eventfd_read(bell.raw, &count)
      let (batch, isFinished) = state.withLock { state in
        defer { state.batch = FrameBatch() }
        return (state.batch, state.isFinished)
      }
      if !batch.entries.isEmpty || !batch.notes.isEmpty {
        if isFinished { eventfd_write(bell.raw, 1) }
        return batch
      }
      if isFinished { return nil }
    }
  }

  private static func counter() throws -> Descriptor {
    let raw = eventfd(0, Int32(EFD_CLOEXEC))
    guard raw >= 0 else { throw LinkError("create an event descriptor", errno: errno) }
    return Descriptor(owning: raw)
  }
}

/// Frames that crossed a link, in order, with their bytes.
public struct FrameBatch: Sendable {
  /// One frame.
  public struct Entry: Sendable {
    /// What was seen.
    public var sighting: FrameSighting
    /// The range of its bytes in `bytes`.
    public var range: Range<Int>
    /// The notes that were added since the previous frame.
    public var notes: [LinkNote]
  }

  /// The frames, in order.
  public internal(set) var entries: [Entry] = []
  /// The bytes of all of them, one after the other.
  public internal(set) var bytes: [UInt8] = []
  /// The notes that were made while these frames crossed, each with the number of frames of the batch before it.
  public internal(set) var notes: [(place: Int, note: LinkNote)] = []

  /// Nothing.
  public init() {}
}
