import ArgumentParser
import Captures
import Glibc

/// Where packets go, and how many of them.
struct CaptureTargetOptions: ParsableArguments {
  @Option(
    name: .customShort("w"),
    help: "Write the packets to a file instead: pcapng if it ends in .pcapng, else pcap; - is standard output.")
  var file: String?

  @Flag(name: .customLong("print"), help: "Print the packets although -w writes them.")
  var printsToo = false

  @Option(name: .customShort("c"), help: "Stop after so many packets.")
  var limit: Int?

  @Flag(name: .customLong("count"), help: "Print only how many packets there are.")
  var counts = false

  @Flag(name: .customShort("l"), help: "Write each line at once, as on a terminal.")
  var isLineBuffered = false

  @Flag(name: [.customShort("U"), .customLong("packet-buffered")], help: "With -w, write each packet at once.")
  var isPacketBuffered = false

  func validate() throws {
    guard limit ?? 1 > 0 else { throw ValidationError("-c \(limit ?? 0): a number of packets is 1 or more.") }
  }

  func sink(for interfaces: [CaptureInterface]) throws(CaptureError) -> CaptureSink? {
    guard let file else { return nil }
    return try CaptureSink.create(file, for: interfaces, packetBuffered: isPacketBuffered)
  }

  /// Writing to the file that is being read would destroy it.
  func refuseToOverwrite(_ input: String) throws(Failure) {
    guard let file, file != "-", input != "-" else { return }
    var (read, written) = (stat(), stat())
    guard stat(input, &read) == 0, stat(file, &written) == 0 else { return }
    guard read.st_ino == written.st_ino, read.st_dev == written.st_dev, written.st_mode & S_IFMT == S_IFREG else {
      return
    }
    throw Failure(
      "\(file) is the file that is being read", remedy: "Write to another name.", status: ExitStatus.usage)
  }
}
