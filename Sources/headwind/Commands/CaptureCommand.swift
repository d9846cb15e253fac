import ArgumentParser
import Captures
import VirtualLink
import Wire

/// `headwind capture`: looks at packets, live or from a file, in tcpdump's words.
struct CaptureCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "capture",
    abstract: "Shows or records packets of a link, an interface or a file; flags and lines are tcpdump's.",
    discussion: """
      A file that is cut short is shown as far as it goes, and the command ends with 1. Other ends: 0 all is well, \
      2 a flag or filter is not understood, 3 the file is no capture, 4 no permission, no such interface, no room.
      """)

  /// The letters that the options below have.
  static let letters = ShortOptionBundle(flags: Set("DplUntqAxXveS#V"), valued: Set("irsBFwcYOTE"))

  @OptionGroup var source: CaptureSourceOptions
  @OptionGroup var target: CaptureTargetOptions
  @OptionGroup var style: ListingFlags
  @OptionGroup var fields: FieldFlags

  @Argument(help: "A capture filter, as in pcap-filter(7): tcp port 80 and host 10.0.0.1")
  var filter: [String] = []

  func validate() throws {
    if source.listsInterfaces { return }
    guard (source.interface == nil) != (source.file == nil) else {
      throw ValidationError("Give one of -i LINK, -r FILE and -D.")
    }
    guard source.filterFile == nil || filter.isEmpty else {
      throw ValidationError("Give a filter either in words or in a file (-F).")
    }
  }

  func run() throws {
    do {
      if source.listsInterfaces {
        try listInterfaces()
      } else if let file = source.file {
        try read(file)
      } else if let interface = source.interface {
        try listen(on: interface)
      }
    } catch let error as CaptureError {
      // Whoever read our output has seen enough.
      if error.reason == .closedPipe { return }
      throw Failure(error)
    } catch let error as LinkError {
      throw Failure(error, status: ExitStatus.environment)
    } catch StandardOutput.Trouble.closed {
      return
    } catch StandardOutput.Trouble.failed(let why) {
      throw Failure("cannot write to standard output: \(why)", status: ExitStatus.environment)
    }
  }

  private func listInterfaces() throws {
    var output = StandardOutput()
    for (index, interface) in try LiveInterface.all().enumerated() {
      let summary = interface.summary.map { " (\($0))" } ?? ""
      let states = interface.states.isEmpty ? "none" : interface.states.joined(separator: ", ")
      try output.print("\(index + 1).\(interface.name)\(summary) [\(states)]\n")
    }
    try output.flush()
  }

  private func read(_ path: String) throws {
    var reader = try CaptureReader.open(path)
    let interface = reader.interfaces.first ?? CaptureInterface(linkType: .ethernet)
    Headwind.say("reading from file \(path), \(describe(interface))")
    let words = try filterWords()
    let filter =
      words.isEmpty
      ? nil : try CaptureFilter(words, linkType: interface.linkType, snapshotLength: interface.snapshotLength)
    try target.refuseToOverwrite(path)
    var session = CaptureSession(
      limit: target.limit, filter: filter, sink: try target.sink(for: reader.interfaces), printer: printer(),
      view: try view())
    do {
      try session.take(from: &reader)
    } catch {
      // What was read before the error is not lost with it.
      try session.finish()
      throw error
    }
    try session.finish()
    if target.counts {
      print("\(session.count) packet\(session.count == 1 ? "" : "s")")
    }
  }

  private func listen(on name: String) throws {
    // A link of ours is named by its name, and we look at it from where its client is.
    let interface = try LinkDirectory.enterClientNamespace(of: name) ?? name
    let options = LiveCaptureOptions(
      filter: try filterWords(), snapshotLength: source.snapshotLength, bufferSize: source.bufferBytes,
      isPromiscuous: source.isPromiscuous)
    let stop = try StopSignals.asDescriptor()
    var live = try LiveCapture.open(interface, options: options, stop: stop)
    var session = CaptureSession(
      limit: target.limit, filter: nil, sink: try target.sink(for: live.interfaces), printer: printer(),
      view: try view())
    Headwind.say("listening on \(interface), \(describe(live.interfaces[0]))")
    var trouble: (any Error)?
    do {
      try session.take(from: &live)
    } catch {
      trouble = error
    }
    var statistics = live.statistics
    statistics.captured = UInt64(session.count)
    do {
      try session.finish(statistics)
    } catch {
      trouble = trouble ?? error
    }
    report(statistics)
    if let trouble { throw trouble }
  }

  /// What filters and shows by fields; shown is only what does not go to a file instead.
  private func view() throws(Failure) -> FrameView? {
    try fields.view(shows: !target.counts && (target.file == nil || target.printsToo))
  }

  private func printer() -> FramePrinter? {
    if fields.isUsed { return nil }
    if target.counts || (target.file != nil && !target.printsToo) { return nil }
    return FramePrinter(style.listing, lineBuffered: target.isLineBuffered)
  }

  private func filterWords() throws -> String {
    guard let path = source.filterFile else { return filter.joined(separator: " ") }
    return try TextFile.read(path)
  }

  private func describe(_ interface: CaptureInterface) -> String {
    "link-type \(interface.linkType.nameAndDescription), snapshot length \(interface.snapshotLength)"
  }

  private func report(_ statistics: CaptureStatistics) {
    let counts = [
      (statistics.captured, "captured"), (statistics.receivedByFilter, "received by filter"),
      (statistics.droppedByKernel, "dropped by kernel"),
    ]
    for (count, words) in counts {
      Headwind.say("\(count) packet\(count == 1 ? "" : "s") \(words)")
    }
  }
}
