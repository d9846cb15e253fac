import ArgumentParser
import Captures

/// Where packets come from.
struct SourceOptions: ParsableArguments {
  static let letters = ShortOptionBundle(flags: Set("Dp"), valued: Set("irsB"))

  @Option(
    name: [.customShort("i"), .customLong("interface")],
    help: "A link of Headwind's or an interface to listen on; `any` is all interfaces.")
  var interface: String?

  @Option(
    name: .customShort("r"),
    help: "A capture file, pcap or pcapng, also gzip; - is standard input.")
  var file: String?

  @Flag(name: [.customShort("D"), .customLong("list-interfaces")], help: "List the interfaces.")
  var listsInterfaces = false

  @Option(
    name: [.customShort("s"), .customLong("snapshot-length")],
    help: "Bytes to take of each packet; 0 is the default.")
  var snapshot = CaptureInterface.defaultSnapshotLength

  @Option(
    name: [.customShort("B"), .customLong("buffer-size")],
    help: "KiB that the kernel may hold until they are read.")
  var buffer = 32 * 1024

  @Flag(
    name: [.customLong("promiscuous-mode")],
    help: "Take packets for other hosts too, which tcpdump does unless told not to with -p.")
  var isPromiscuous = false

  @Flag(name: [.customShort("p"), .customLong("no-promiscuous-mode")], help: .hidden)
  var isNotPromiscuous = false

  var snapshotLength: Int { snapshot == 0 ? CaptureInterface.defaultSnapshotLength : snapshot }

  var bufferBytes: Int { buffer * 1024 }

  func validate() throws {
    guard 0...CaptureReader.largestFrame ~= snapshot else {
      throw ValidationError("-s \(snapshot): 0 to \(CaptureReader.largestFrame) bytes can be taken of a packet.")
    }
    guard 1...2_097_151 ~= buffer else {
      throw ValidationError("-B \(buffer): a buffer has 1 to 2097151 KiB.")
    }
    guard !listsInterfaces else { return }
    guard (interface == nil) != (file == nil) else {
      throw ValidationError("Give one of -i LINK, -r FILE and -D.")
    }
  }
}
