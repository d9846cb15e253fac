import Captures
import Wire

/// Packets of files.
extension CaptureCommand {
  func read(_ paths: [String]) throws {
    var session: CaptureSession?
    do {
      for path in paths where session?.isComplete != true {
        try read(path, &session)
      }
    } catch {
      // What was read before the error is not lost with it.
      try session?.finish()
      throw error
    }
    try session?.finish()
    if limits.counts {
      let count = session?.count ?? 0
      print("\(count) packet\(count == 1 ? "" : "s")")
    }
  }

  private func read(_ path: String, _ session: inout CaptureSession?) throws {
    var reader = try CaptureReader.open(path, keepsBlocks: target.file != nil)
    let interface = reader.interfaces.first ?? CaptureInterface(linkType: .ethernet)
    Headwind.say("reading from file \(path), \(describe(interface))")
    let words = try filter.expression()
    let filter =
      words.isEmpty
      ? nil : try CaptureFilter(words, linkType: interface.linkType, snapshotLength: interface.snapshotLength)
    try target.refuseToOverwrite(path)
    if session == nil {
      session = CaptureSession(
        limit: limits.limit, signals: try CaptureSignals.arrange(),
        processes: source.showsProcesses ? .commented : nil, sink: try target.sink(precision.resolution),
        printer: printer(), view: try view())
    }
    try session?.take(from: &reader, where: filter, direction: source.direction.wanted)
    if reader.dropsWhenCaptured > 0 {
      Headwind.say("\(path): \(reader.dropsWhenCaptured) packets were lost when this was captured")
    }
  }
}
