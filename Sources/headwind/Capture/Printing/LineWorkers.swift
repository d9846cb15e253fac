import Captures
import Dispatch
import PacketLines
import Synchronization
import TextOutput

/// Prints the packets of a file on several cores. A free worker reads the next few hundred packets, formats their
/// lines in parallel with other workers, and waits for its turn to output them.
///
/// Reading is a small part of the work, so it needs no thread of its own. Each core needs memory for one batch and
/// its text.
final class LineWorkers: Sendable {
  /// Large enough that a turn costs little, small enough to stay in a core's cache.
  private static let batchCapacity = 256 * 1024
  /// Reading in order takes a third of the time of formatting, so more workers would have to wait for it.
  private static let mostWorkers = 4

  private let intake: Mutex<LineIntake>
  private let options: ListingOptions
  private let turns = Turns()

  init(_ intake: consuming sending LineIntake, options: ListingOptions) {
    self.intake = Mutex(intake)
    self.options = options
  }

  /// How many workers are useful, given the cores that this process may use.
  static var usefulCount: Int {
    return min(UsableCores.count, mostWorkers)
  }

  /// Prints all packets. If it throws, the packets before the error have been printed.
  func run(_ count: Int) throws {
    DispatchQueue.concurrentPerform(iterations: count) { _ in work() }
    if let trouble = intake.withLock({ $0.trouble }) { throw trouble }
  }

  /// Gives access to the reader.
  func withReader(_ body: (borrowing CaptureReader) throws -> Void) throws {
    try intake.withLock { try body($0.reader) }
  }

  private func work() {
    let output = StandardOutput()
    var batch = ListingBatch(capacity: Self.batchCapacity)
    var listing = PacketListing(options: options)
    while let turn = intake.withLock({ $0.fill(&batch) }) {
      batch.write(to: &listing)
      let failure = turns.pass(turn) { Self.print(&listing, output) }
      if let failure { intake.withLock { $0.end(failure) } }
    }
  }

  private static func print(_ listing: inout PacketListing, _ output: borrowing StandardOutput) -> (any Error)? {
    defer { listing.text.removeAll() }
    do {
      try listing.text.withBytes { bytes throws(StandardOutput.Trouble) in try output.write(bytes) }
      return nil
    } catch {
      return error
    }
  }
}
