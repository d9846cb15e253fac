import Streams
import Exchanges
import DequeModule
import Dissection
import LinkConditions
import VirtualLink
import Wire

/// All that is remembered of a link's traffic.
struct WireRecord {
  /// Something that was done to the link or that it did, and when.
  struct Note {
    var time: Timestamp
    var text: String
  }

  static let markPrefix = "mark: "
  private static let mostMarks = 1000
  private static let mostNotes = 10_000

  var log = TrafficLog()
  var ring = FrameRing(capacity: 48 << 20)
  private(set) var notes: Deque<Note> = []
  private var marks: Deque<WireMark> = []
  private var issued = 0
  private var traffic = TrafficCount()
  private var lastFrame: Timestamp?
  private let beginning: Timestamp
  private var firstFrame: Timestamp?
  /// Whether a mark still waits for its first frame.
  private var awaitsFrame = false

  init(at time: Timestamp) {
    beginning = time
  }

  /// Takes frames in, as both ends of the link saw them.
  mutating func take(_ batch: FrameBatch) {
    var number = ring.count
    for entry in batch.entries {
      number += 1
      for note in entry.notes { take(note, at: entry.sighting.timestamp) }
      guard entry.sighting.isClientView else { continue }
      let isFromClient = entry.sighting.direction == .uplink
      count(entry.range.count, isFromClient: isFromClient, at: entry.sighting.timestamp)
      log.read(
        entry.frame(number: number), batch.bytes.span.extracting(entry.range), isFromClient: isFromClient)
    }
    ring.append(batch)
  }

  /// Takes note of something that was done to the link.
  mutating func note(_ text: String, at time: Timestamp) {
    notes.append(Note(time: time, text: text))
    if notes.count > Self.mostNotes { notes.removeFirst() }
  }

  /// Marks this moment.
  mutating func mark(_ text: String, at time: Timestamp) -> WireMark {
    issued += 1
    let mark = WireMark(number: issued, text: text, time: time, frames: ring.count, traffic: traffic)
    marks.append(mark)
    if !text.isEmpty { note(Self.markPrefix + text, at: time) }
    if marks.count > Self.mostMarks { marks.removeFirst() }
    awaitsFrame = true
    return mark
  }

  /// The moment that a request means.
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

  /// The exchanges that began after a moment.
  func exchanges(after start: WireMark) -> [HTTPExchange] {
    log.exchanges.filter { ($0.began?.number ?? 0) > start.frames }
  }

  /// What has crossed since a moment, and the last packet's time.
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

  /// A note that came with a frame; what was marked or done by command has been noted when it was done.
  private mutating func take(_ text: String, at time: Timestamp) {
    if !text.hasSuffix(", by command"), !text.hasPrefix(Self.markPrefix), text != "reset" { note(text, at: time) }
  }
}
