import Captures
import Wire

/// Packets of a file.
extension CaptureCommand {
  func read(_ path: String) throws {
    var reader = try CaptureReader.open(path)
    let interface = reader.interfaces.first ?? CaptureInterface(linkType: .ethernet)
    Headwind.say("reading from file \(path), \(describe(interface))")
    let words = try filter.expression()
    let filter =
      words.isEmpty
      ? nil : try CaptureFilter(words, linkType: interface.linkType, snapshotLength: interface.snapshotLength)
    try target.refuseToOverwrite(path)
    var session = CaptureSession(
      limit: limits.limit, filter: filter, sink: try target.sink(for: reader.interfaces), printer: printer(),
      view: try view())
    do {
      try session.take(from: &reader)
    } catch {
      // What was read before the error is not lost with it.
      try session.finish()
      throw error
    }
    try session.finish()
    if limits.counts {
      print("\(session.count) packet\(session.count == 1 ? "" : "s")")
    }
  }
}
