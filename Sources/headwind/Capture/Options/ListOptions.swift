import ArgumentParser
import Glibc
import PacketLines

/// tcpdump's options for printing packets.
struct ListOptions: ParsableArguments {
  static let letters = ShortOptionBundle(flags: Set("ntqAxXveSK#l"), valued: [])

  @Flag(name: .customShort("n"), help: "Print addresses and ports as numbers (always on).")
  var numeric: Int

  @Flag(
    name: .customShort("t"),
    help:
      "Print no time; -tt: seconds since 1970, -ttt: since the last packet, -tttt: date and time, -ttttt: since the first packet."
  )
  var time: Int

  @Flag(name: [.customShort("q"), .customLong("quick")], help: "Print shorter lines.")
  var isQuick = false

  @Flag(name: .customShort("A"), help: "Print the text of each packet; -AA: with the link header.")
  var ascii: Int

  @Flag(name: .customShort("x"), help: "Print the bytes of each packet in hexadecimal; -xx: with the link header.")
  var hex: Int

  @Flag(
    name: .customShort("X"),
    help: "Print the bytes of each packet in hexadecimal and as text; -XX: with the link header.")
  var hexAndASCII: Int

  @Flag(name: .customShort("v"), help: "Print more detail; -vv and -vvv: even more.")
  var verbosity: Int

  @Flag(name: .customShort("e"), help: "Print the link header.")
  var showsLinkHeader = false

  @Flag(
    name: [.customShort("S"), .customLong("absolute-tcp-sequence-numbers")],
    help: "Print absolute TCP sequence numbers.")
  var absoluteSequenceNumbers = false

  @Flag(name: [.customShort("K"), .customLong("dont-verify-checksums")], help: "Do not verify checksums.")
  var skipsChecksums = false

  @Flag(name: [.customShort("#"), .customLong("number")], help: "Print the packet number at the start of each line.")
  var numbers = false

  @Flag(name: .customShort("l"), help: "Write each line immediately, as on a terminal.")
  var isLineBuffered = false

  @Flag(name: .customLong("print"), help: "Print the packets even with -w.")
  var printsToo = false

  @Option(
    parsing: .unconditional,
    help: "Number of cores that format the lines of a file. (default: all, at most 4; 1 with -q)")
  var jobs: Int?

  /// How many cores format lines. Copying packets for another core takes longer than formatting the short lines of `-q`.
  var cores: Int { jobs ?? (isQuick && verbosity == 0 && dump == .none ? 1 : LineWorkers.usefulCount) }

  func validate() throws {
    guard jobs ?? 1 > 0 else { throw ValidationError("--jobs \(jobs ?? 0): the number of cores must be at least 1.") }
    guard time <= 5 else { throw ValidationError("-t can be given up to five times.") }
  }

  /// The listing options that correspond to the letters.
  func listing(
    _ precision: PrecisionOptions, as interpretation: ListingOptions.Interpretation?
  ) -> ListingOptions {
    ListingOptions(
      time: timeStyle, dump: dump, quick: isQuick, verbosity: min(verbosity, 3), showsLinkHeader: showsLinkHeader,
      showsNumber: numbers, absoluteSequenceNumbers: absoluteSequenceNumbers,
      skipsChecksums: skipsChecksums, nanoseconds: precision.showsNanoseconds, interpretation: interpretation,
      utcOffset: Self.utcOffset,
      interfaceName: Self.interfaceName)
  }

  private var timeStyle: ListingOptions.TimeStyle {
    switch time {
    case 0: .timeOfDay
    case 1: .none
    case 2: .epoch
    case 3: .sincePrevious
    case 4: .dateAndTime
    default: .sinceFirst
    }
  }

  /// The times of summaries, which count from the first packet unless -t says otherwise.
  var summaryTime: ListingOptions.TimeStyle { time == 0 ? .sinceFirst : timeStyle }

  /// If several are given, this is tcpdump's order of precedence.
  private var dump: ListingOptions.Dump {
    if hexAndASCII > 0 { return hexAndASCII > 1 ? .hexadecimalAndTextWithLink : .hexadecimalAndText }
    if hex > 0 { return hex > 1 ? .hexadecimalWithLink : .hexadecimal }
    if ascii > 0 { return ascii > 1 ? .textWithLink : .text }
    return .none
  }

  @Sendable private static func utcOffset(_ seconds: Int64) -> Int {
    var (time, local) = (time_t(seconds), tm())
    return localtime_r(&time, &local) == nil ? 0 : local.tm_gmtoff
  }

  @Sendable private static func interfaceName(_ index: UInt32) -> String? {
    var name = [CChar](repeating: 0, count: Int(IF_NAMESIZE))
    guard if_indextoname(index, &name) != nil else { return nil }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
