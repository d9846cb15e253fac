import Captures
import VirtualLink
import Wire

/// Writes the packets of one end of a link, or of both, to a pcapng file, with an interface for each end and a
/// comment with each packet's fate.
///
/// A packet that is dropped on its way to the written end never arrives there. So the next packet at that end has a
/// comment with the number of dropped packets, and the statistics at the end of the file contain the total.
struct SightingWriter: ~Copyable {
  private var writer: CaptureWriter
  private let side: CaptureSide
  /// Finds the processes of packets, if they are to be recorded.
  var processes: ProcessFinder?
  private(set) var frames = 0
  /// The secrets that are written before the packets that need them, and how much of them was.
  private let keys: SessionKeys?
  private var keyBytes = 0
  private var handshakes = HandshakeWatch()
  /// Whether the file holds secrets.
  var hasKeys: Bool { keyBytes > 0 }
  /// How many TLS connections had no secrets when their packets were written.
  private(set) var connectionsWithoutKeys = 0
  /// What was noted since the last packet that was written.
  private var notes: [String] = []
  /// The packets dropped on their way to the written end: since the last written packet, and in total.
  private var unseen = DropTally()
  private var drops = DropTally()
  private var lastSeen = Timestamp(nanoseconds: 0)

  /// - Parameters:
  ///   - side: which end is written, or both.
  ///   - comment: what to say of the whole capture.
  ///   - keys: the secrets that the file is to hold.
  ///   - onlyRegular: whether to refuse pipes and devices, on which others could keep us waiting.
  init(path: String, side: CaptureSide, comment: String, keys: SessionKeys?, onlyRegular: Bool = false) throws {
    self.side = side
    self.keys = keys
    let ends = side.interfaces.map { CaptureInterface(linkType: .ethernet, name: $0) }
    writer = try CaptureWriter.create(
      path, format: .pcapng, interfaces: ends, comment: comment, onlyRegular: onlyRegular)
  }

  mutating func write(_ batch: FrameBatch, from first: Int = 0) throws(CaptureError) {
    // Secrets that were late are of use to readers that keep packets.
    try writeKeys()
    var waiting = batch.notes.drop { $0.place < first }
    for (place, entry) in batch.entries.enumerated().dropFirst(first) {
      while let note = waiting.first, note.place <= place { try write(waiting.removeFirst().note) }
      notes += entry.notes.map(\.text)
      lastSeen = entry.sighting.timestamp
      guard shows(entry.sighting) else {
        note(dropOf: entry.sighting)
        continue
      }
      try writeKeys(neededBy: entry, batch)
      frames += 1
      var frame = entry.frame(number: frames)
      if side != .both { frame.interfaceID = 0 }
      let bytes = batch.bytes.span.extracting(entry.range)
      let process = entry.sighting.isClientView ? processes?.process(of: frame, bytes) : nil
      let comments = takeNotes() + [FateWords.text(entry.sighting)] + (process.map { [$0.comment] } ?? [])
      try writer.write(frame, bytes, comments: comments)
    }
    for (_, note) in waiting { try write(note) }
    try writer.flush()
  }

  /// Writes a note with its own time. A packet's comment repeats it, because other programs show comments of packets only.
  private mutating func write(_ note: LinkNote) throws(CaptureError) {
    try writer.write(.statistics(InterfaceStatistics(CaptureRemark(time: note.time, text: note.text))))
  }

  /// Writes the secrets that are new. Where a packet needs one that is not there yet, they are waited for.
  private mutating func writeKeys(neededBy entry: FrameBatch.Entry, _ batch: FrameBatch) throws(CaptureError) {
    guard let keys else { return }
    let bytes = batch.bytes.span.extracting(entry.range)
    guard let random = handshakes.secretNeeded(by: entry.frame(number: 0), bytes) else { return }
    if !keys.wait(for: random) { connectionsWithoutKeys += 1 }
    try writeKeys()
  }

  /// Writes the secrets that are known by now and not in the file yet.
  mutating func writeKeys() throws(CaptureError) {
    guard let keys else { return }
    let lines = keys.lines(from: keyBytes)
    guard !lines.isEmpty else { return }
    keyBytes += lines.count
    try writer.write(.keyLog(lines))
  }

  /// Writes what is left to say, and closes the file.
  ///
  /// - Parameter remarks: what to say at the end of the file besides, one comment each.
  mutating func close(remarks: [String] = []) throws(CaptureError) {
    // They are too late for Wireshark, but not for who reads the file twice.
    try writeKeys()
    let notes = takeNotes() + drops.lines(direction).map { "\($0) in all" }
    let comments = (side == .both ? [] : notes) + remarks
    if !comments.isEmpty {
      let options = comments.map { CaptureOption.comment($0) }
      try writer.write(.statistics(InterfaceStatistics(interface: 0, time: lastSeen, options: options)))
    }
    try writer.close()
  }

  private func shows(_ sighting: FrameSighting) -> Bool {
    side == .both || sighting.isClientView == (side == .client)
  }

  /// The direction of packets to the written end.
  private var direction: String { side == .server ? "uplink" : "downlink" }

  private mutating func note(dropOf sighting: FrameSighting) {
    guard case .dropped(let reason) = sighting.fate else { return }
    let drop = DropTally.Kind(profile: sighting.profile, reason: FateWords.words(reason))
    unseen.add(drop)
    drops.add(drop)
  }

  private mutating func takeNotes() -> [String] {
    defer { (notes, unseen) = ([], DropTally()) }
    return notes + unseen.lines(direction).map { "\($0) since the packet before" }
  }
}

/// Counts packets that were dropped, by the profile in force and the reason.
struct DropTally {
  struct Kind: Hashable {
    var profile: String
    var reason: String
  }

  private var counts: [(kind: Kind, count: Int)] = []

  mutating func add(_ kind: Kind) {
    if let index = counts.firstIndex(where: { $0.kind == kind }) {
      counts[index].count += 1
    } else {
      counts.append((kind, 1))
    }
  }

  /// One line for each profile and reason: `Nasty Net: 2 packets of the downlink were dropped by loss`.
  func lines(_ direction: String) -> [String] {
    counts.map { kind, count in
      let packets = count == 1 ? "1 packet of the \(direction) was" : "\(count) packets of the \(direction) were"
      return "\(kind.profile): \(packets) dropped \(kind.reason)"
    }
  }
}

extension FrameBatch.Entry {
  /// The entry as a frame of a capture of both ends.
  func frame(number: Int) -> Frame {
    Frame(
      number: number, timestamp: sighting.timestamp, linkType: .ethernet, originalLength: range.count,
      interfaceID: sighting.isClientView ? 0 : 1, direction: sighting.place == .entering ? .outbound : .inbound)
  }
}
