import ArgumentParser
import Captures
import Dissection
import TextOutput
import Wire

/// The source of packets.
struct SourceOptions: ParsableArguments {
  static let letters = ShortOptionBundle(flags: Set("DpLJd"), valued: Set("irsBQyj"))

  @Option(
    name: [.customShort("i"), .customLong("interface")],
    help: "Listen on this link or interface: a name, or a number in the list of -D; `any` means all interfaces.",
    completion: Candidates.sources)
  var interface: String?

  @OptionGroup var namespace: NamespaceOptions

  @Option(
    name: .customShort("r"),
    help: "Read this capture file: pcap or pcapng, optionally compressed with gzip or zstd; - is standard input.",
    completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp("Read the capture files that are listed in this file, one per line.", valueName: "file"),
    completion: .file())
  var fileList: String?

  @Flag(name: [.customShort("D"), .customLong("list-interfaces")], help: "List the interfaces and links.")
  var listsInterfaces = false

  @Flag(name: .customLong("json"), help: "With -D: print a line of JSON for each.")
  var listsAsJSON = false

  @Flag(name: [.customShort("L"), .customLong("list-data-link-types")], help: "List the link types of an interface.")
  var listsLinkTypes = false

  @Option(name: [.customShort("y"), .customLong("linktype")], help: "Capture with this link type.")
  var linkType: LinkType?

  @Flag(
    name: [.customShort("J"), .customLong("list-time-stamp-types")], help: "List the timestamp types of an interface.")
  var listsTimeStampTypes = false

  @Option(
    name: [.customShort("j"), .customLong("time-stamp-type")], help: "The source of timestamps: see pcap-tstamp(7).")
  var timeStampType: TimeStampType?

  @Option(
    name: [.customShort("s"), .customLong("snapshot-length")], parsing: .unconditional,
    help: "Capture at most this many bytes of each packet; 0 selects the default.")
  var snapshot = CaptureInterface.defaultSnapshotLength

  @Option(
    name: [.customShort("B"), .customLong("buffer-size")], parsing: .unconditional,
    help: "Size of the kernel's capture buffer, in KiB.")
  var buffer = 32 * 1024

  @Option(
    name: [.customShort("Q"), .customLong("direction")],
    help: "Capture only incoming (`in`) or outgoing (`out`) packets, if the direction is known.")
  var direction = DirectionChoice.inout

  @Flag(name: .customLong("immediate-mode"), help: "Receive each packet from the kernel at once, without buffering.")
  var isImmediate = false

  @Flag(
    name: [.customLong("promiscuous-mode")],
    help: "Capture packets for other hosts too. (tcpdump does this by default.)")
  var isPromiscuous = false

  @Flag(name: [.customShort("p"), .customLong("no-promiscuous-mode")], help: .hidden)
  var isNotPromiscuous = false

  @Option(
    help: "Read this end of a capture of both ends of a link: client, server or both. (default: client; with -w: both)")
  var side: CaptureSide?

  @Flag(
    name: .customLong("process"),
    help: "Show the program and process behind each packet, as [curl 1234], and record them in a pcapng file.")
  var showsProcesses = false

  @Flag(
    name: .customShort("d"),
    help: "Print the compiled capture filter and exit; -dd: as C, -ddd: as numbers.")
  var dumpsProgram: Int

  /// True if packets have a source, or none is needed.
  var isGiven: Bool { interface != nil || file != nil || fileList != nil || listsInterfaces || dumpsProgram > 0 }

  /// The options of a live capture.
  func options(filter: String) -> LiveCaptureOptions {
    var options = LiveCaptureOptions(
      filter: filter, snapshotLength: snapshotLength, bufferSize: buffer * 1024, isPromiscuous: isPromiscuous)
    options.direction = direction.live
    options.isImmediate = isImmediate
    // The process can be found only while its socket is open, so packets must arrive quickly.
    if showsProcesses { options.blockAge = 1 }
    options.linkType = linkType
    options.timeStampType = timeStampType
    return options
  }

  var snapshotLength: Int { snapshot == 0 ? CaptureInterface.defaultSnapshotLength : snapshot }

  /// The files to read, in order; empty if there are none.
  func files() throws(Failure) -> [String] {
    guard let fileList else { return file.map { [$0] } ?? [] }
    let text = try TextFile.read(fileList == "-" ? "/dev/stdin" : fileList)
    let names = text.split(separator: "\n").map(String.init)
    guard !names.isEmpty else { throw Failure("\(fileList): the list is empty", status: ExitStatus.invalidFile) }
    return names
  }

  func validate() throws {
    guard 0...CaptureReader.largestFrame ~= snapshot else {
      throw ValidationError(
        "-s \(snapshot): the snapshot length must be from 0 to \(CaptureReader.largestFrame) bytes.")
    }
    guard 1...2_097_151 ~= buffer else {
      throw ValidationError("-B \(buffer): the buffer size must be from 1 to 2097151 KiB.")
    }
    let sources = [interface, file, fileList].compactMap { $0 }
    guard sources.count <= 1 else { throw ValidationError("Give only one of -i LINK, -r FILE and --file-list FILE.") }
    guard listsInterfaces || !listsAsJSON else { throw ValidationError("--json needs -D; for packets, use -T ek.") }
    guard interface != nil || listsInterfaces || !namespace.isUsed else {
      throw ValidationError("--netns and --pid need -i or -D.")
    }
    guard interface != nil || !listsLinkTypes && !listsTimeStampTypes else {
      throw ValidationError("-L and -J need -i.")
    }
  }
}
