import ArgumentParser
import Captures
import Dissection
import Glibc
import TextOutput

/// The files that packets are written to.
struct WriteOptions: ParsableArguments {
  static let letters = ShortOptionBundle(flags: Set("U"), valued: Set("wCGWzZ"))

  @Option(
    name: .customShort("w"),
    help: "Write the packets to a file instead: pcapng if it ends in .pcapng, else pcap; - is standard output.")
  var file: String?

  @Option(help: "With -w: pcap or pcapng, whatever the name ends in.")
  var format: CaptureFormat?

  @Flag(name: [.customShort("U"), .customLong("packet-buffered")], help: "With -w, write each packet at once.")
  var isPacketBuffered = false

  @Option(
    name: .customShort("C"), parsing: .unconditional,
    help: "With -w, go on in another file (name1, name2 ...) after so many million bytes.")
  var millionBytes: Int64?

  @Option(
    name: .customShort("G"), parsing: .unconditional,
    help: "With -w, go on in another file after so many seconds; the name is a format of strftime(3).")
  var seconds: Int?

  @Option(
    name: .customShort("W"), parsing: .unconditional,
    help: "With -C, how many files are written in turn; with -G alone, after how many the capture ends.")
  var count: Int?

  @Option(name: .customShort("z"), help: "With -C or -G, run this program on each file that another one follows.")
  var afterwards: String?

  @Option(
    name: .customShort("Z"),
    help: "Become this user once the source is open and before a file is made, where headwind runs as root.")
  var user: String?

  private static let million: Int64 = 1_000_000

  var rotation: Rotation { Rotation(size: millionBytes.map { $0 * Self.million }, seconds: seconds, count: count) }

  func validate() throws {
    guard 1...Int64.max / Self.million ~= millionBytes ?? 1 else {
      throw ValidationError("-C \(millionBytes ?? 0): a size in millions of bytes is 1 or more.")
    }
    guard seconds ?? 1 > 0 else { throw ValidationError("-G \(seconds ?? 0): a number of seconds is 1 or more.") }
    guard count ?? 1 > 0 else { throw ValidationError("-W \(count ?? 0): a number of files is 1 or more.") }
    guard file != nil || !rotation.isUsed && format == nil else {
      throw ValidationError("-C, -G and --format say how -w FILE writes; there is no -w.")
    }
  }

  /// What the packets are written to; nil if they are not.
  /// - Parameter isLive: whether the packets cross now: a copy says no more than its original.
  func sink(_ precision: TimestampResolution?, isLive: Bool) throws -> CaptureSink? {
    if let user { try UserChange.become(user) }
    guard let file else { return nil }
    // That who reads standard output goes is an error of ours to handle, not a signal to die of.
    if file == "-" { signal(SIGPIPE, SIG_IGN) }
    let format = format ?? CaptureFormat(path: file)
    let series = try SavefileSeries.create(file, format: format, rotation: rotation) { [afterwards] path in
      if let afterwards { FollowUp.run(afterwards, on: path) }
    }
    return CaptureSink(
      series, format: format, packetBuffered: isPacketBuffered, resolution: precision, gathersNames: isLive)
  }

  /// Writing to the file that is being read would destroy it.
  func refuseToOverwrite(_ input: String) throws(Failure) {
    guard let file, file != "-", input != "-", RegularFile.areSame(file, input) else { return }
    throw Failure(
      "\(file) is the file that is being read", remedy: "Write to another name.", status: ExitStatus.usage)
  }
}
