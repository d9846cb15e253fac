import DequeModule
import Dissection
import Exchanges
import LinkConditions
import Streams
import TLS
import VirtualLink
import Wire

/// Everything that is remembered about a link's traffic.
struct WireRecord {
  /// An event of the link itself, with its time.
  struct Note {
    var time: Timestamp
    var text: String
  }

  static let markPrefix = "mark: "
  private static let mostMarks = 1000
  private static let mostNotes = 10_000

  var log: TrafficLog
  var ring = FrameRing(capacity: 48 << 20)
  private(set) var notes: Deque<Note> = []
  private var marks: Deque<WireMark> = []
  private var issued = 0
  private var traffic = TrafficCount()
  private var lastFrame: Timestamp?
  private let beginning: Timestamp
  private var firstFrame: Timestamp?
  /// Whether a mark is waiting for its first frame.
  private var awaitsFrame = false

  /// - Parameter keys: the secrets of TLS connections.
  init(at time: Timestamp, keys: KeyLog?) {
    log = keys.map { TrafficLog(keys: $0) } ?? TrafficLog()
    beginning = time
  }

  /// Adds frames as seen at both ends of the link.
  mutating func take(_ batch: FrameBatch) {
    var number = ring.count
    for (_, note) in batch.notes { take(note.text, at: note.time) }
    for entry in batch.entries {
      number += 1
      guard entry.sighting.isClientView else { continue }
      let isFromClient = entry.sighting.direction == .uplink
      count(entry.range.count, isFromClient: isFromClient, at: entry.sighting.timestamp)
      log.read(
        entry.frame(number: number), batch.bytes.span.extracting(entry.range), isFromClient: isFromClient)
    }
    ring.append(batch)
  }

  /// Records an action on the link.
  mutating func note(_ text: String, at time: Timestamp) {
    notes.append(Note(time: time, text: text))
    if notes.count > Self.mostNotes { notes.removeFirst() }
  }

  /// Creates a mark for the current moment.
  mutating func mark(_ text: String, at time: Timestamp) -> WireMark {
    issued += 1
    let mark = WireMark(number: issued, text: text, time: time, frames: ring.count, traffic: traffic)
    marks.append(mark)
    if !text.isEmpty { note(Self.markPrefix + text, at: time) }
    if marks.count > Self.mostMarks { marks.removeFirst() }
    awaitsFrame = true
    return mark
  }

  /// The moment that a request refers to.
  func start(_ start: ObservationRequest.Start) throws -> WireMark {
    guard case .mark(let reference) = start else {
      return WireMark(
        number: 0, text: "", time: beginning, frames: 0, traffic: TrafficCount(), firstFrame: firstFrame)
    }
    let mark =
      Int(reference).flatMap { number in marks.last { $0.number == number } } ?? marks.last { $0.text == reference }
    guard let mark else {
      throw LinkError(
        "there is no mark '\(reference.prefix(64))'",
        remedy: "set one with 'mark TEXT'; only the last \(Self.mostMarks) marks are kept")
    }
    return mark
  }

  /// The exchanges that began since a moment.
  func exchanges(after start: WireMark) -> [HTTPExchange] {
    log.exchanges.filter { ($0.began?.number ?? 0) > start.frames }
  }

  /// The traffic since a moment, and the time of the last packet.
  func traffic(since start: WireMark) -> (count: TrafficCount, last: Timestamp?) {
    (traffic - start.traffic, start.firstFrame == nil ? nil : lastFrame)
  }

  private mutating func count(_ bytes: Int, isFromClient: Bool, at time: Timestamp) {
    if isFromClient {
      traffic.sentPackets += 1
      traffic.sentBytes += bytes
    } else {
      traffic.receivedPackets += 1
      traffic.receivedBytes += bytes
    }
    lastFrame = time
    firstFrame = firstFrame ?? time
    guard awaitsFrame else { return }
    awaitsFrame = false
    for index in marks.indices where marks[index].firstFrame == nil { marks[index].firstFrame = time }
  }

  /// Records a note of the link. Marks and commanded changes were already recorded.
  private mutating func take(_ text: String, at time: Timestamp) {
    if !text.hasSuffix(", by command"), !text.hasPrefix(Self.markPrefix), text != "reset" { note(text, at: time) }
  }
}

/// A moment in a link's traffic, to which later requests refer.
struct WireMark {
  /// The number, from 1; 0 is the beginning.
  var number: Int
  var text: String
  var time: Timestamp
  /// The number of frames before it.
  var frames: Int
  /// The traffic before it.
  var traffic: TrafficCount
  /// The time of the first frame after it, in the client's view.
  var firstFrame: Timestamp?
}

/// The packets and bytes that a client has sent and received.
struct TrafficCount {
  var sentPackets = 0
  var sentBytes = 0
  var receivedPackets = 0
  var receivedBytes = 0

  /// The difference from an earlier count.
  static func - (later: TrafficCount, earlier: TrafficCount) -> TrafficCount {
    TrafficCount(
      sentPackets: later.sentPackets - earlier.sentPackets, sentBytes: later.sentBytes - earlier.sentBytes,
      receivedPackets: later.receivedPackets - earlier.receivedPackets,
      receivedBytes: later.receivedBytes - earlier.receivedBytes)
  }
}
