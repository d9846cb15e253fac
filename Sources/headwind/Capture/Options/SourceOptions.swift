import ArgumentParser
import Captures
import Dissection
import TextOutput
import Wire

/// Where packets come from.
struct SourceOptions: ParsableArguments {
  static let letters = ShortOptionBundle(flags: Set("DpLJd"), valued: Set("irsBQyj"))

  @Option(
    name: [.customShort("i"), .customLong("interface")],
    help: "A link of Headwind's or an interface to listen on, by name or its number in -D; `any` is all interfaces.")
  var interface: String?

  @OptionGroup var namespace: NamespaceOptions

  @Option(
    name: .customShort("r"),
    help: "A capture file, pcap or pcapng, also compressed with gzip or zstd; - is standard input.")
  var file: String?

  @Option(help: ArgumentHelp("A file that names capture files, one a line, to be read in turn.", valueName: "file"))
  var fileList: String?

  @Flag(name: [.customShort("D"), .customLong("list-interfaces")], help: "List the interfaces and links.")
  var listsInterfaces = false

  @Flag(name: [.customShort("L"), .customLong("list-data-link-types")], help: "List the link types of an interface.")
  var listsLinkTypes = false

  @Option(name: [.customShort("y"), .customLong("linktype")], help: "The link type to capture with.")
  var linkType: LinkType?

  @Flag(
    name: [.customShort("J"), .customLong("list-time-stamp-types")], help: "List the time stamp types of an interface.")
  var listsTimeStampTypes = false

  @Option(name: [.customShort("j"), .customLong("time-stamp-type")], help: "Who stamps packets: pcap-tstamp(7).")
  var timeStampType: TimeStampType?

  @Option(
    name: [.customShort("s"), .customLong("snapshot-length")], parsing: .unconditional,
    help: "Bytes to take of each packet; 0 is the default.")
  var snapshot = CaptureInterface.defaultSnapshotLength

  @Option(
    name: [.customShort("B"), .customLong("buffer-size")], parsing: .unconditional,
    help: "KiB that the kernel may hold until they are read.")
  var buffer = 32 * 1024

  @Option(
    name: [.customShort("Q"), .customLong("direction")],
    help: "Take only packets that come `in` or go `out`, where that is known.")
  var direction = DirectionChoice.inout

  @Flag(name: .customLong("immediate-mode"), help: "Have the kernel hand over every packet by itself.")
  var isImmediate = false

  @Flag(
    name: [.customLong("promiscuous-mode")],
    help: "Take packets for other hosts too, which tcpdump does unless told not to with -p.")
  var isPromiscuous = false

  @Flag(name: [.customShort("p"), .customLong("no-promiscuous-mode")], help: .hidden)
  var isNotPromiscuous = false

  @Option(
    help: "Which end to read of a capture of both ends of a link: client (the default; -w copies both), server, both.")
  var side: CaptureSide?

  @Flag(
    name: .customLong("process"),
    help: "Show the program and process behind each packet, [curl 1234], and note it in a pcapng file.")
  var showsProcesses = false

  @Flag(
    name: .customShort("d"),
    help: "Print the capture filter's program and end: as text, -dd as C, -ddd as numbers.")
  var dumpsProgram: Int

  /// How a live capture is made.
  func options(filter: String) -> LiveCaptureOptions {
    var options = LiveCaptureOptions(
      filter: filter, snapshotLength: snapshotLength, bufferSize: buffer * 1024, isPromiscuous: isPromiscuous)
    options.direction = direction.live
    options.isImmediate = isImmediate
    // A socket is looked for while it is open: the sooner, the better.
    if showsProcesses { options.blockAge = 1 }
    options.linkType = linkType
    options.timeStampType = timeStampType
    return options
  }

  var snapshotLength: Int { snapshot == 0 ? CaptureInterface.defaultSnapshotLength : snapshot }

  /// The files to read in turn; empty if there are none.
  func files() throws(Failure) -> [String] {
    guard let fileList else { return file.map { [$0] } ?? [] }
    let text = try TextFile.read(fileList == "-" ? "/dev/stdin" : fileList)
    let names = text.split(separator: "\n").map(String.init)
    guard !names.isEmpty else { throw Failure("\(fileList): it names no file", status: ExitStatus.invalidFile) }
    return names
  }

  func validate() throws {
    guard 0...CaptureReader.largestFrame ~= snapshot else {
      throw ValidationError("-s \(snapshot): 0 to \(CaptureReader.largestFrame) bytes can be taken of a packet.")
    }
    guard 1...2_097_151 ~= buffer else {
      throw ValidationError("-B \(buffer): a buffer has 1 to 2097151 KiB.")
    }
    let sources = [interface, file, fileList].compactMap { $0 }
    guard sources.count <= 1 else { throw ValidationError("Give only one of -i LINK, -r FILE and --file-list FILE.") }
    guard !sources.isEmpty || listsInterfaces || dumpsProgram > 0 else {
      throw ValidationError("Give one of -i LINK, -r FILE and -D.")
    }
    guard interface != nil || listsInterfaces || !namespace.isUsed else {
      throw ValidationError("--netns and --pid go with -i or -D.")
    }
    guard interface != nil || !listsLinkTypes && !listsTimeStampTypes else {
      throw ValidationError("-L and -J go with -i.")
    }
  }
}
