import Captures
import PacketLines
import TextOutput
import Wire

/// What reads a file in order, for those who write its lines side by side.
struct LineIntake: ~Copyable {
  private(set) var reader: CaptureReader
  private let filter: CaptureFilter?
  private let direction: Frame.Direction?
  private let limit: Int
  private let signals: CaptureSignals
  /// Knows what a packet's line takes from those before it.
  private var listing: PacketListing
  private var turns = 0
  private var isOver = false
  /// The packets taken so far.
  private(set) var count = 0
  /// What ended the reading early.
  private(set) var trouble: (any Error)?

  /// `filter` and `direction` are what the file's packets have to be.
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

  /// Fills an empty batch and gives its place in the order; nil if nothing is left.
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
        // Lines are numbered as they come out, as tcpdump does.
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

  /// Takes no more packets; the first reason counts.
  mutating func end(_ error: any Error) {
    isOver = true
    trouble = trouble ?? error
  }

  /// Does what was asked for by signals.
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
