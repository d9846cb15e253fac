import ArgumentParser
import Captures
import Console
import Dissection
import Exchanges
import Glibc
import LinkConditions
import SensitiveFiles
import SystemPackage
import TLS
import TextOutput
import VirtualLink

/// `headwind console`: packets, exchanges, plots and links on a page for the browser.
struct ConsoleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "console",
    abstract: "Watch a link or a capture file, and change links, in a browser.",
    discussion: """
      It prints an address; open it in a browser on this machine. The page and its API (docs/api.md) are served on 127.0.0.1 only, \
      to whoever knows the token in the address; --listen and --socket serve elsewhere. Without a file and without -i, the page shows \
      the links. Ctrl-C ends it.
      """)

  @Argument(
    help: ArgumentHelp(
      "A capture file: pcap or pcapng, optionally compressed; - is standard input.", valueName: "file"),
    completion: .file())
  var path: String?

  @Option(name: .customShort("r"), help: ArgumentHelp("The same.", valueName: "file"), completion: .file())
  var option: String?

  @Option(
    name: [.customShort("i"), .customLong("interface")],
    help: "Capture on this link or interface: a name, or a number in the list of `capture -D`.",
    completion: Candidates.sources)
  var interface: String?

  @Option(
    name: .customShort("w"), help: "With -i: keep the packets in this file. Without it, they are gone at the end.",
    completion: .file())
  var target: String?

  @Option(
    help: ArgumentHelp(
      "Write the page with all that it shows of FILE to an HTML file that needs nothing else, and end.",
      valueName: "html file"), completion: .file())
  var save: String?

  @Option(help: "Read this end of a capture of both ends of a link: client or server.")
  var side = CaptureSide.client

  @Option(help: ArgumentHelp("The run that writes FILE as long as standard input is open.", visibility: .hidden))
  var beside: String?

  @Flag(help: ArgumentHelp("With --beside: go on when the run has ended.", visibility: .hidden))
  var keep = false

  @OptionGroup var serving: ServingOptions
  @OptionGroup var keys: KeyFileOptions
  @OptionGroup var decoding: DecodeOptions
  @OptionGroup var profiles: ProfileOptions

  /// The path of the file; nil if there is none.
  var file: String? { path ?? option }

  func validate() throws {
    guard [path, option, interface].compactMap({ $0 }).count <= 1 else {
      throw ValidationError("Give either FILE (-r FILE is the same) or -i LINK.")
    }
    guard target == nil || interface != nil else { throw ValidationError("-w needs -i LINK.") }
    guard side != .both else { throw ValidationError("--side both would list every packet twice.") }
    guard save == nil || file != nil else { throw ValidationError("--save needs FILE.") }
  }

  func run() throws {
    try explained {
      guard ParentProcess.bind() else { throw ExitStatus.environment }
      let signals = try CaptureSignals.arrange(answering: [.end])
      let feed = try openFeed()
      defer { feed?.end() }
      // Who writes to standard input may begin when the page is open.
      if file != "-" { try feed?.waitUntilBegun() }
      let store = feed.map { feed in
        PacketStore(
          path: feed.path, name: beside ?? interface ?? file ?? "", isLive: (beside ?? interface) != nil, side: side,
          isGrowing: { feed.isGrowing })
      }
      store?.start()
      var tables = DissectorTables()
      tables.keys = keys.log
      var options = HTTPOptions()
      options.keys = keys.log
      options.resolvesNames = true
      options.reportsFailures = true
      let api = ConsoleAPI(
        store, tables: tables, options: options, decodedAs: decoding.words, library: try profiles.choice.library(),
        trouble: { HTTPTrouble.words($0) }, version: Headwind.version, runsClients: serving.runsClients)
      if let save, let store { return try write(api, store, to: save) }
      let server = try start(api)
      defer {
        store?.stop()
        server.stop()
        api.end()
      }
      try StandardOutput.show("\(beside == nil ? "" : "headwind: the console: ")\(server.address)")
      if let remark = serving.remark { Headwind.say(remark) }
      // The run hears the same signals, and decides when it ends.
      if beside != nil, let feed { while feed.isGrowing { usleep(20_000) } }
      guard beside == nil || keep else { return }
      if beside != nil { Headwind.say("headwind: the run has ended; Ctrl-C ends the console") }
      while signals.take().isEmpty { waitForSignal(signals) }
    }
  }

  private func openFeed() throws -> PacketFeed? {
    if beside != nil, let file { return .beside(file) }
    return try PacketFeed.open(file: file, interface: interface, target: target)
  }

  private func write(_ api: ConsoleAPI, _ store: PacketStore, to path: String) throws {
    store.waitUntilRead()
    var text = TextBuffer()
    api.appendSavedPage(to: &text)
    do {
      let file = try SensitiveFile.create(path)
      try file.closeAfter { try text.withBytes { bytes in try bytes.withUnsafeBytes { _ = try file.writeAll($0) } } }
    } catch {
      throw Failure("cannot write \(path): \("\(error)")", status: ExitStatus.environment)
    }
  }

  private func start(_ api: ConsoleAPI) throws -> ConsoleServer {
    let (place, fingerprint) = try serving.place()
    do {
      let server = try ConsoleServer(api, at: place)
      if let fingerprint {
        Headwind.say("headwind: the certificate was made for this run; its SHA-256 fingerprint is \(fingerprint)")
      }
      return server
    } catch {
      throw Failure(
        "cannot serve on \(serving.placeWords): \("\(error)")",
        remedy: "choose another place with \(serving.placeOption)", status: ExitStatus.environment)
    }
  }

  private func waitForSignal(_ signals: CaptureSignals) {
    var wanted = pollfd(fd: signals.bell.rawValue, events: Int16(POLLIN), revents: 0)
    poll(&wanted, 1, -1)
  }
}
