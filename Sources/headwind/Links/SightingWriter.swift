import Captures
import VirtualLink
import Wire

/// Writes what both ends of a link saw to a pcapng file: two interfaces, and beside each packet what became of it.
struct SightingWriter: ~Copyable {
  private var writer: CaptureWriter
  /// Tells whose packets they are, where that is to be noted.
  var processes: ProcessFinder?
  private(set) var frames = 0

  /// - Parameter comment: what to say of the whole capture.
  init(path: String, comment: String) throws {
    let ends = [CaptureSide.clientInterface, CaptureSide.farSideInterface].map {
      CaptureInterface(linkType: .ethernet, name: $0)
    }
    writer = try CaptureWriter.create(path, format: .pcapng, interfaces: ends, comment: comment)
  }

  mutating func write(_ batch: FrameBatch, from first: Int = 0) throws(CaptureError) {
    for entry in batch.entries.dropFirst(first) {
      frames += 1
      let frame = entry.frame(number: frames)
      let bytes = batch.bytes.span.extracting(entry.range)
      let process = entry.sighting.isClientView ? processes?.process(of: frame, bytes) : nil
      let comments = entry.notes + [FateWords.text(entry.sighting)] + (process.map { [$0.comment] } ?? [])
      try writer.write(frame, bytes, comments: comments)
    }
    try writer.flush()
  }

  mutating func close() throws(CaptureError) {
    try writer.close()
  }
}

extension FrameBatch.Entry {
  /// As a frame of a capture of both ends.
  func frame(number: Int) -> Frame {
    Frame(
      number: number, timestamp: sighting.timestamp, linkType: .ethernet, originalLength: range.count,
      interfaceID: sighting.isClientView ? 0 : 1, direction: sighting.place == .entering ? .outbound : .inbound)
  }
}
