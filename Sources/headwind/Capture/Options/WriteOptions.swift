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
    help: "Write the packets to this file: pcapng if the name ends in .pcapng, else pcap; - is standard output.",
    completion: .file())
  var file: String?

  @Option(help: "With -w: write pcap or pcapng, regardless of the file name.")
  var format: CaptureFormat?

  @Flag(name: [.customShort("U"), .customLong("packet-buffered")], help: "With -w: write each packet immediately.")
  var isPacketBuffered = false

  @Option(
    name: .customShort("C"), parsing: .unconditional,
    help: "With -w: begin a new file (name1, name2 ...) after this many million bytes.")
  var millionBytes: Int64?

  @Option(
    name: .customShort("G"), parsing: .unconditional,
    help: "With -w: begin a new file after this many seconds; the file name is a strftime(3) format.")
  var seconds: Int?

  @Option(
    name: .customShort("W"), parsing: .unconditional,
    help: "With -C: rotate through this many files. With -G alone: end the capture after this many files.")
  var count: Int?

  @Option(name: .customShort("z"), help: "With -C or -G: run this program on each finished file.")
  var afterwards: String?

  @Option(
    name: .customShort("Z"),
    help: "As root: switch to this user after the source is open and before a file is created.")
  var user: String?

  @Flag(
    name: .customLong("strip-keys"),
    help: "With -w: leave out the TLS secrets of the file or link that is read, so that nobody can decrypt the copy.")
  var stripsKeys = false

  private static let million: Int64 = 1_000_000

  /// Whether the file is one that can hold the secrets of TLS connections, and may.
  var holdsSecrets: Bool {
    guard let file, !stripsKeys else { return false }
    return (format ?? CaptureFormat(path: file)) == .pcapng
  }

  var rotation: Rotation { Rotation(size: millionBytes.map { $0 * Self.million }, seconds: seconds, count: count) }

  func validate() throws {
    guard 1...Int64.max / Self.million ~= millionBytes ?? 1 else {
      throw ValidationError("-C \(millionBytes ?? 0): the size in million bytes must be at least 1.")
    }
    guard seconds ?? 1 > 0 else {
      throw ValidationError("-G \(seconds ?? 0): the number of seconds must be at least 1.")
    }
    guard count ?? 1 > 0 else { throw ValidationError("-W \(count ?? 0): the number of files must be at least 1.") }
    guard file != nil || !stripsKeys else { throw ValidationError("--strip-keys needs -w FILE.") }
    guard file != nil || !rotation.isUsed && format == nil else {
      throw ValidationError("-C, -G and --format need -w FILE.")
    }
  }

  /// The destination of the packets; nil if they are not written.
  /// - Parameter isLive: whether this is a live capture. A copy of a file adds no information.
  func sink(_ precision: TimestampResolution?, isLive: Bool) throws -> CaptureSink? {
    if let user { try UserChange.become(user) }
    guard let file else { return nil }
    // If the reader of standard output closes it, get an error instead of the signal.
    if file == "-" { signal(SIGPIPE, SIG_IGN) }
    let format = format ?? CaptureFormat(path: file)
    let series = try SavefileSeries.create(file, format: format, rotation: rotation) { [afterwards] path in
      if let afterwards { FollowUp.run(afterwards, on: path) }
    }
    return CaptureSink(
      series, format: format, packetBuffered: isPacketBuffered, resolution: precision, isLive: isLive,
      stripsKeys: stripsKeys)
  }

  /// Refuses to write to the file that is being read, which would destroy it.
  func refuseToOverwrite(_ input: String) throws(Failure) {
    guard let file, file != "-", input != "-", RegularFile.areSame(file, input) else { return }
    throw Failure(
      "\(file) is also the input file", remedy: "Write to another file.", status: ExitStatus.usage)
  }
}
