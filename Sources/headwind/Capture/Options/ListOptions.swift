import ArgumentParser
import Glibc
import PacketLines

/// How packets are printed: tcpdump's letters.
struct ListOptions: ParsableArguments {
  static let letters = ShortOptionBundle(flags: Set("ntqAxXveSK#l"), valued: [])

  @Flag(name: .customShort("n"), help: "Leave addresses and ports as numbers (they always are).")
  var numeric: Int

  @Flag(
    name: .customShort("t"),
    help: "No time; -tt seconds since 1970, -ttt since the last packet, -tttt with the date, -ttttt since the first.")
  var time: Int

  @Flag(name: [.customShort("q"), .customLong("quick")], help: "Shorter lines.")
  var isQuick = false

  @Flag(name: .customShort("A"), help: "Add each packet's text; -AA with the link header.")
  var ascii: Int

  @Flag(name: .customShort("x"), help: "Add each packet's bytes in hexadecimal; -xx with the link header.")
  var hex: Int

  @Flag(name: .customShort("X"), help: "Add each packet's bytes in hexadecimal and as text; -XX with the link header.")
  var hexAndASCII: Int

  @Flag(name: .customShort("v"), help: "Say more; -vv and -vvv more still.")
  var verbosity: Int

  @Flag(name: .customShort("e"), help: "Add the link header.")
  var showsLinkHeader = false

  @Flag(
    name: [.customShort("S"), .customLong("absolute-tcp-sequence-numbers")],
    help: "TCP sequence numbers as they are, not from 0.")
  var absoluteSequenceNumbers = false

  @Flag(name: [.customShort("K"), .customLong("dont-verify-checksums")], help: "Do not check checksums.")
  var skipsChecksums = false

  @Flag(name: [.customShort("#"), .customLong("number")], help: "Begin lines with the packet's number.")
  var numbers = false

  @Flag(name: .customShort("l"), help: "Write each line at once, as on a terminal.")
  var isLineBuffered = false

  @Flag(name: .customLong("print"), help: "Print the packets although -w writes them.")
  var printsToo = false

  @Option(
    parsing: .unconditional, help: "How many cores write the lines of a file. (default: those there are, at most 4)")
  var jobs: Int?

  func validate() throws {
    guard jobs ?? 1 > 0 else { throw ValidationError("--jobs \(jobs ?? 0): it takes one core at least.") }
    guard time <= 5 else { throw ValidationError("-t can be given up to five times.") }
  }

  /// What the letters mean to the lines.
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

  /// Where several are asked for, tcpdump takes them in this order.
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
