import Captures
import PacketLines
import TextOutput
import Wire

/// Reads a file in order, for workers that format its lines in parallel.
struct LineIntake: ~Copyable {
  private(set) var reader: CaptureReader
  private let filter: CaptureFilter?
  private let direction: Frame.Direction?
  private let limit: Int
  private let signals: CaptureSignals
  /// Tracks what a packet's line needs from earlier packets.
  private var listing: PacketListing
  private var turns = 0
  private var isOver = false
  /// The packets taken so far.
  private(set) var count = 0
  /// The error that ended reading early.
  private(set) var trouble: (any Error)?

  /// `filter` and `direction` select the file's packets.
  init(
    _ reader: consuming CaptureReader, filter: sending CaptureFilter?, direction: Frame.Direction?, limit: Int?,
    signals: CaptureSignals, options: ListingOptions
  ) {
    self.reader = reader
    self.filter = filter
    self.direction = direction
    self.limit = limit ?? .max
    self.signals = signals
    listing = PacketListing(options: options)
  }

  /// Fills an empty batch and returns its place in the order; nil if nothing is left.
  mutating func fill(_ batch: inout ListingBatch) -> Int? {
    if signals.hasNews { answer() }
    do {
      while !isOver, !batch.isFull {
        guard count < limit, var frame = try reader.next() else {
          isOver = true
          break
        }
        if let filter, !filter.matches(frame, reader.bytes) { continue }
        if let direction, frame.direction(reader.bytes) != direction { continue }
        count += 1
        // Lines are numbered in the order of the output, as in tcpdump.
        frame.number = count
        batch.append(frame, reader.bytes, after: &listing)
      }
    } catch {
      end(error)
    }
    guard !batch.isEmpty else { return nil }
    defer { turns += 1 }
    return turns
  }

  /// Stops taking packets. The first reason is kept.
  mutating func end(_ error: any Error) {
    isOver = true
    trouble = trouble ?? error
  }

  /// Performs the requests of signals.
  private mutating func answer() {
    for request in signals.take() {
      switch request {
      case .end: isOver = true
      case .statistics: Headwind.say("\(Summary(nil, taken: count).line)")
      case .flush: break
      }
    }
  }
}
