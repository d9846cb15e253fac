import ArgumentParser
import Captures
import Glibc

/// The file that packets are written to.
struct WriteOptions: ParsableArguments {
  static let letters = ShortOptionBundle(flags: Set("U"), valued: Set("w"))

  @Option(
    name: .customShort("w"),
    help: "Write the packets to a file instead: pcapng if it ends in .pcapng, else pcap; - is standard output.")
  var file: String?

  @Flag(name: [.customShort("U"), .customLong("packet-buffered")], help: "With -w, write each packet at once.")
  var isPacketBuffered = false

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
