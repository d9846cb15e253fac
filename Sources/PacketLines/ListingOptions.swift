/// What a line of the list shows: tcpdump's options of the same letters.
///
/// Addresses and ports are always numbers, with `-n` or without.
public struct ListingOptions: Sendable {
  /// How time is shown: none (`-t`), and the forms of `-tt` to `-ttttt`.
  public enum TimeStyle: Sendable {
    /// Local time of day, as without `-t`.
    case timeOfDay
    /// Nothing, as `-t`.
    case none
    /// Seconds since 1970, as `-tt`.
    case epoch
    /// Since the packet before, as `-ttt`.
    case sincePrevious
    /// Date and local time of day, as `-tttt`.
    case dateAndTime
    /// Since the first packet, as `-ttttt`.
    case sinceFirst
  }

  /// Which bytes of the packet follow its line. The second form of each includes the link-layer header.
  public enum Dump: Sendable {
    /// No bytes.
    case none
    /// As text: `-A`, `-AA`.
    case text, textWithLink
    /// In hexadecimal: `-x`, `-xx`.
    case hexadecimal, hexadecimalWithLink
    /// In hexadecimal and text: `-X`, `-XX`.
    case hexadecimalAndText, hexadecimalAndTextWithLink
  }

  /// What every payload is taken for, whatever its port: tcpdump's `-T`.
  public enum Interpretation: String, CaseIterable, Sendable {
    /// DNS, TFTP (RFC 1350), VXLAN (RFC 7348).
    case domain, tftp, vxlan
  }

  /// How the time is written.
  public var time: TimeStyle
  /// Which bytes follow the line.
  public var dump: Dump
  /// `-q`: less about protocols, shorter lines.
  public var quick: Bool
  /// How often `-v` was given, 0 to 3.
  public var verbosity: Int
  /// `-e`: the link-layer header on each line.
  public var showsLinkHeader: Bool
  /// `-#`: the packet's number before each line.
  public var showsNumber: Bool
  /// `-S`: sequence numbers as they are on the wire.
  public var absoluteSequenceNumbers: Bool
  /// `-K`: checksums are not checked.
  public var skipsChecksums: Bool
  /// Nine digits of a second instead of six, as with `--nano`.
  public var nanoseconds: Bool
  /// What the payloads of UDP, and of TCP where that can be, are taken for; by their ports if nil.
  public var interpretation: Interpretation?
  /// The seconds that local time is ahead of UTC at a time given in seconds since 1970.
  public var utcOffset: @Sendable (Int64) -> Int
  /// The names of interfaces, for LINKTYPE_LINUX_SLL2; `?` where it has none.
  public var interfaceName: @Sendable (UInt32) -> String?

  /// The options of `tcpdump -n` unless others are given.
  public init(
    time: TimeStyle = .timeOfDay, dump: Dump = .none, quick: Bool = false, verbosity: Int = 0,
    showsLinkHeader: Bool = false, showsNumber: Bool = false, absoluteSequenceNumbers: Bool = false,
    skipsChecksums: Bool = false, nanoseconds: Bool = false, interpretation: Interpretation? = nil,
    utcOffset: @escaping @Sendable (Int64) -> Int = { _ in 0 },
    interfaceName: @escaping @Sendable (UInt32) -> String? = { _ in nil }
  ) {
    self.time = time
    self.dump = dump
    self.quick = quick
    self.verbosity = verbosity
    self.showsLinkHeader = showsLinkHeader
    self.showsNumber = showsNumber
    self.absoluteSequenceNumbers = absoluteSequenceNumbers
    self.skipsChecksums = skipsChecksums
    self.nanoseconds = nanoseconds
    self.interpretation = interpretation
    self.utcOffset = utcOffset
    self.interfaceName = interfaceName
  }

  /// Whether an unknown protocol's bytes follow its line: not if the line is to be short or all bytes follow anyway.
  var dumpsUnknown: Bool {
    switch dump {
    case .none, .text, .textWithLink: !quick
    default: false
    }
  }
}
