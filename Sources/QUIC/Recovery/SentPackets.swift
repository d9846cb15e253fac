import DequeModule
import Streams
import Wire

/// The packets of one side in one space that are not acknowledged, and which of them are lost (RFC 9002 section 6.1).
///
/// A capture sees both ends' packets where it is taken, so all times are those of that place.
struct SentPackets {
  struct Entry {
    var number: UInt64
    var mark: PacketMark
    var length: Int
    var isAckEliciting: Bool
    var isInFlight: Bool
    var isOutstanding = true

    var lost: QUICLoss.Packet { QUICLoss.Packet(number: number, sent: mark, length: length) }
  }

  /// What an acknowledgment says of them.
  struct Outcome {
    /// The packet with the largest number that was acknowledged for the first time, if it counts for the round trip.
    var sample: PacketMark?
    var lost: [QUICLoss.Packet] = []
    var cause = QUICLoss.Cause.packetThreshold
    var spurious: [QUICLoss.Packet] = []
    /// How many were acknowledged that are not in the capture.
    var unseen: UInt64 = 0
  }

  /// After this many later ones a packet is lost (`kPacketThreshold`).
  private static let packetThreshold: UInt64 = 3
  /// The lost packets that are remembered in case they were not.
  private static let mostLost = 512

  private let limit: Int
  /// In the order of their numbers. The first one is outstanding.
  private var entries: Deque<Entry> = []
  private var lost: Deque<QUICLoss.Packet> = []
  private(set) var seen = NumberRanges()
  private var acknowledged = NumberRanges()
  private(set) var bytesInFlight: Int64 = 0
  /// When the next packet is lost if nothing comes; nil if none would be.
  private(set) var lossTime: Int64?

  init(limit: Int) {
    self.limit = limit
  }

  var heldBytes: Int {
    entries.count * MemoryLayout<Entry>.stride + lost.count * MemoryLayout<QUICLoss.Packet>.stride + seen.heldBytes
      + acknowledged.heldBytes
  }

  /// - Returns: false if the number was there before.
  mutating func see(_ number: UInt64) -> Bool { seen.insert(number) }

  mutating func send(_ entry: Entry) {
    // It can be seen after its acknowledgment, if frames are captured out of order.
    guard entry.isInFlight, !acknowledged.contains(entry.number) else { return }
    if entries.count >= limit { forgetFirst() }
    bytesInFlight += Int64(entry.length)
    var index = entries.count
    while index > 0, entries[index - 1].number > entry.number { index -= 1 }
    entries.insert(entry, at: index)
  }

  mutating func acknowledge(_ frame: QUICAcknowledgment) -> Outcome {
    var outcome = Outcome()
    var isEliciting = false
    for range in frame.ranges {
      var added: [ClosedRange<UInt64>] = []
      acknowledged.insert(range) { added.append($0) }
      for range in added {
        take(range, largest: frame.largest, &isEliciting, &outcome)
        outcome.unseen &+= range.upperBound - range.lowerBound + 1 - seen.count(in: range)
      }
    }
    if !isEliciting { outcome.sample = nil }
    dropSettled()
    return outcome
  }

  /// Takes note of newly acknowledged numbers.
  private mutating func take(
    _ range: ClosedRange<UInt64>, largest: UInt64, _ isEliciting: inout Bool, _ outcome: inout Outcome
  ) {
    var index = firstIndex(from: range.lowerBound)
    while index < entries.count, entries[index].number <= range.upperBound {
      if entries[index].isOutstanding {
        entries[index].isOutstanding = false
        bytesInFlight -= Int64(entries[index].length)
        if entries[index].isAckEliciting { isEliciting = true }
        if entries[index].number == largest { outcome.sample = entries[index].mark }
      }
      index += 1
    }
    guard !lost.isEmpty else { return }
    outcome.spurious += lost.filter { range.contains($0.number) }
    lost.removeAll { range.contains($0.number) }
  }

  /// Finds what is lost (RFC 9002 appendix A.10).
  mutating func detectLosses(at now: Int64, delay: Int64, _ outcome: inout Outcome) {
    lossTime = nil
    guard let largest = acknowledged.last else { return }
    var index = 0
    while index < entries.count, entries[index].number <= largest {
      let entry = entries[index]
      if entry.isOutstanding {
        let isOvertaken = largest - entry.number >= Self.packetThreshold
        let due = entry.mark.timestamp.nanoseconds &+ delay
        if isOvertaken || due <= now {
          if outcome.lost.isEmpty { outcome.cause = isOvertaken ? .packetThreshold : .timeThreshold }
          outcome.lost.append(entry.lost)
          entries[index].isOutstanding = false
          bytesInFlight -= Int64(entry.length)
        } else {
          lossTime = min(lossTime ?? due, due)
        }
      }
      index += 1
    }
    for packet in outcome.lost { lost.append(packet) }
    if lost.count > Self.mostLost { lost.removeFirst(lost.count - Self.mostLost) }
    dropSettled()
  }

  private mutating func dropSettled() {
    while let first = entries.first, !first.isOutstanding { entries.removeFirst() }
  }

  private mutating func forgetFirst() {
    if let first = entries.popFirst(), first.isOutstanding { bytesInFlight -= Int64(first.length) }
    dropSettled()
  }

  private func firstIndex(from number: UInt64) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
