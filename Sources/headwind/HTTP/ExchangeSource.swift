import ArgumentParser
import Captures
import Dissection
import Exchanges
import TextOutput

/// The source of exchanges and packets, and the memory limit: shared by `http`, `export` and `stats`.
struct ExchangeSource: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "The capture file: pcap or pcapng, optionally compressed; - is standard input.", valueName: "file"),
    completion: .file())
  var path: String?

  @Option(name: .customShort("r"), help: ArgumentHelp("The same.", valueName: "file"), completion: .file())
  var option: String?

  @Option(
    name: [.customShort("i"), .customLong("interface")],
    help: "Listen on this link or interface until Ctrl-C: a name, or a number in the list of `capture -D`.",
    completion: Candidates.sources)
  var interface: String?

  @OptionGroup var namespace: NamespaceOptions

  @Option(help: "Read this end of a capture of both ends of a link: client or server.")
  var side = CaptureSide.client

  @OptionGroup var keys: KeyFileOptions

  @OptionGroup var decoding: DecodeOptions
  @OptionGroup var budget: MemoryOption

  func validate() throws {
    guard side != .both else {
      throw ValidationError("--side both would count every packet twice: use client or server")
    }
    // Two sources are refused when they are opened: the second may be the value of an option that does not exist, and the parser then
    // has the better words.
    guard !sources.isEmpty else {
      throw ValidationError("Give either a capture FILE (-r FILE is the same) or -i LINK.")
    }
    guard interface != nil || !namespace.isUsed else { throw ValidationError("--netns and --pid need -i.") }
  }

  private var sources: [String] { [path, option, interface].compactMap { $0 } }

  /// The path of the file; nil if packets come from an interface.
  var file: String? { path ?? option }

  var isLive: Bool { interface != nil }

  /// Whether the source is a file that can be read again.
  var isRegularFile: Bool { file.map { $0 != "-" && RegularFile.isOne($0) } ?? false }

  /// The options for reading exchanges from the source.
  var options: HTTPOptions {
    var options = HTTPOptions()
    options.memory = budget.memory.bytes
    options.keys = keys.log
    options.resolvesNames = true
    options.reportsFailures = true
    options.applications = DissectorTables(decoding.words).applications
    return options
  }

  /// Opens the source and passes it to a closure.
  ///
  /// - Parameters:
  ///   - filter: the capture filter for an interface (pcap-filter(7)).
  ///   - signals: the signals that the reader handles itself; nil if a signal should simply end the capture.
  func open(
    live filter: String, answering signals: CaptureSignals? = nil, takeFile: (inout CaptureReader) throws -> Void,
    takeLive: (inout LiveCapture) throws -> Void
  ) throws {
    guard sources.count == 1 else {
      throw Failure(
        "Give either a capture FILE (-r FILE is the same) or -i LINK: \(sources.joined(separator: " and ")) are two sources",
        status: ExitStatus.usage)
    }
    if let file {
      Progress.begin(reading: file)
      defer { Progress.end() }
      var reader = try CaptureReader.open(file, side: side)
      try takeFile(&reader)
      reader.sayIfOnlyTheOtherEndIsThere(side)
      try reader.sayWhatIsNotRead()
    } else if let interface {
      let (device, link) = try namespace.enterWithLink(for: interface)
      let stop = signals == nil ? try CaptureSignals.arrange(answering: [.end]).bell : nil
      let secrets = link.flatMap { LinkSecrets($0) }
      var capture = try LiveCapture.open(device, options: LiveCaptureOptions(filter: filter), stop: stop)
      if let secrets { capture.use(secrets) }
      Headwind.say("listening on \(interface); press Ctrl-C to stop")
      try takeLive(&capture)
    }
  }
}
