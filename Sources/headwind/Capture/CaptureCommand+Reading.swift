import Captures
import TextOutput
import Wire

/// Reads packets from files.
extension CaptureCommand {
  func read(_ paths: [String]) throws {
    if paths.count == 1, workers(for: paths[0]) > 1 { return try readSideBySide(paths[0]) }
    var session: CaptureSession?
    do {
      for path in paths where session?.isComplete != true {
        try read(path, &session)
      }
    } catch {
      // Print what was read before the error.
      try session?.finish()
      throw error
    }
    try session?.finish()
    if let filter = tree.display.text, session?.count == 0 {
      EmptyPackets.explain(paths, side: side, filter: filter, tree.decoding.tables)
    }
    if limits.counts {
      let count = session?.count ?? 0
      try StandardOutput.show("\(count) packet\(count == 1 ? "" : "s")")
    }
  }

  private func read(_ path: String, _ session: inout CaptureSession?) throws {
    Progress.begin(reading: path)
    defer { Progress.end() }
    var reader = try open(path)
    let filter = try captureFilter(for: reader)
    try target.refuseToOverwrite(path)
    if session == nil {
      session = CaptureSession(
        limit: limits.limit, signals: try CaptureSignals.arrange(),
        processes: source.showsProcesses ? .commented : nil, sink: try target.sink(precision.resolution, isLive: false),
        printer: printer(), view: try view())
    }
    try session?.take(from: &reader, where: filter, direction: source.direction.wanted)
    try report(on: reader)
  }

  /// Prints a file on several cores.
  private func readSideBySide(_ path: String) throws {
    Progress.begin(reading: path)
    defer { Progress.end() }
    let reader = try open(path)
    let filter = try captureFilter(for: reader)
    let options = list.listing(precision, as: tree.interpretation)
    let intake = LineIntake(
      reader, filter: filter, direction: source.direction.wanted, limit: limits.limit,
      signals: try CaptureSignals.arrange(), options: options)
    let lines = LineWorkers(intake, options: options)
    try lines.run(workers(for: path))
    try lines.withReader { try report(on: $0) }
  }

  func open(_ path: String) throws -> CaptureReader {
    let reader = try CaptureReader.open(path, keepsBlocks: target.file != nil, side: side)
    Headwind.say("reading from file \(path), \(describe(Self.interface(of: reader)))")
    return reader
  }

  func captureFilter(for reader: borrowing CaptureReader) throws -> sending CaptureFilter? {
    let words = try filter.expression()
    guard !words.isEmpty else { return nil }
    let interface = Self.interface(of: reader)
    return try CaptureFilter(words, linkType: interface.linkType, snapshotLength: interface.snapshotLength)
  }

  private static func interface(of reader: borrowing CaptureReader) -> CaptureInterface {
    reader.interfaces.first ?? CaptureInterface(linkType: .ethernet)
  }

  private func report(on reader: borrowing CaptureReader) throws {
    reader.sayIfOnlyTheOtherEndIsThere(side)
    if reader.dropsWhenCaptured > 0 {
      Headwind.say("\(reader.path): \(reader.dropsWhenCaptured) packets were lost during this capture")
    }
    if shows { try reader.sayWhatIsNotRead() }
  }
}
