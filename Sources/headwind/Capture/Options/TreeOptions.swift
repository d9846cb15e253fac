import ArgumentParser
import Captures
import Dissection
import PacketLines
import TLS
import TextOutput

/// tshark's options for filtering and showing packets by their fields.
struct TreeOptions: ParsableArguments {
  static let letters = ShortOptionBundle(flags: Set("V2"), valued: Set("YOTE"))

  @OptionGroup var display: DisplayFilterOption

  @Flag(name: .customShort("V"), help: "Show the tree of fields of each packet.")
  var showsTree = false

  @Flag(
    name: .customLong("summary"),
    help:
      "Show each packet in one row, as Wireshark's list: number, time, source, destination, protocol, length, and what its highest protocol says."
  )
  var showsSummary = false

  @Option(
    name: .customShort("O"), help: "Show only the trees of these protocols, separated by commas.",
    completion: Candidates.protocols)
  var protocols: String?

  @Option(
    name: .customShort("T"),
    help: ArgumentHelp(
      "Output format: fields (with -e), json, or ek (one JSON object per line). Or decode every payload as domain, tftp or vxlan.",
      valueName: "format"), completion: .list(["fields", "json", "ek", "domain", "tftp", "vxlan"]))
  var type: String?

  @Option(
    name: .customLong("field"), help: "With -T fields, show this field; -e does the same.",
    completion: Candidates.fields)
  var fields: [String] = []

  @Option(
    name: .customShort("E"),
    help:
      "With -T fields: header=y, separator=CHARACTER (/t, /s), occurrence=f|l|a, aggregator=CHARACTER, quote=d|s|n, bom=y."
  )
  var styles: [String] = []

  @Flag(
    name: .customLong("hex"),
    help:
      "Print the bytes of each packet and of its reassembled or decoded buffers, as tshark -x; --hex FIELD highlights a field."
  )
  var showsBytes = false

  @Option(
    name: .customLong("mark"), help: "With --hex, highlight the bytes of this field.", completion: Candidates.fields)
  var marked: String?

  @OptionGroup var decoding: DecodeOptions

  @OptionGroup var keys: KeyFileOptions

  @Flag(
    name: .customShort("2"),
    help:
      "Read the file twice, so that fields such as http.response_in can name later packets.")
  var readsTwice = false

  /// Whether packets are shown by their fields instead of in tcpdump's lines.
  var isUsed: Bool { showsTree || showsSummary || protocols != nil || format != nil || showsBytes }

  private static let formats: Set<String> = ["fields", "json", "ek"]

  /// The `-T` types that tcpdump 4.99.3 supports and Headwind does not.
  private static let unreadTypes: Set<String> = [
    "aodv", "carp", "cnfp", "lmp", "pgm", "pgm_zmtp1", "ptp", "quic", "radius", "resp", "rpc", "rtcp", "rtp", "snmp",
    "someip", "vat", "wb", "zmtp1",
  ]

  /// tshark's `-T`: how trees are printed.
  var format: String? { type.flatMap { Self.formats.contains($0) ? $0 : nil } }

  /// tcpdump's `-T`: the protocol as which every payload is decoded.
  var interpretation: ListingOptions.Interpretation? {
    type.flatMap { ListingOptions.Interpretation(rawValue: $0.lowercased()) }
  }

  func validate() throws {
    if let type, format == nil, interpretation == nil {
      let reason =
        Self.unreadTypes.contains(type.lowercased())
        ? "tcpdump supports this type, but headwind does not" : "there is no such type"
      throw ValidationError(
        "-T \(type): \(reason). Use fields, json or ek for trees; domain, tftp or vxlan for lines.")
    }
    guard format != "fields" || !fields.isEmpty else {
      throw ValidationError("-T fields needs at least one -e FIELD.")
    }
    for name in fields where FieldTable.field(named: name) == nil {
      throw ValidationError("-e \(name): there is no such field.\(Self.hint(name))")
    }
    for name in protocols?.split(separator: ",") ?? [] where FieldTable.field(named: String(name)) == nil {
      throw ValidationError("-O \(name): there is no such protocol.\(Self.hint(String(name)))")
    }
    if let marked, FieldTable.field(named: marked) == nil {
      throw ValidationError("--hex \(marked): there is no such field.\(Self.hint(marked))")
    }
    guard !showsSummary || !showsTree && protocols == nil && format == nil && !showsBytes else {
      throw ValidationError("--summary cannot be used with -V, -O, -T or --hex.")
    }
    guard !showsBytes || format == nil else { throw ValidationError("--hex cannot be used with -T.") }
    _ = try FieldStyle(styles)
  }

  private static func hint(_ name: String) -> String {
    let near = FieldTable.suggestions(for: name)
    return near.isEmpty ? "" : " Did you mean \(near.joined(separator: ", "))?"
  }

  /// After `-T` with a format, `-e FIELD` names a field, as in tshark. Without it, `-e` prints the link header, as in
  /// tcpdump. A field name after `--hex` is the field to mark.
  static func disambiguated(_ words: [String]) -> [String] {
    var words = words
    for index in words.indices.reversed() {
      if words[index].hasPrefix("--hex=") {
        words.replaceSubrange(index...index, with: ["--hex", "--mark", String(words[index].dropFirst(6))])
      } else if words[index] == "--hex", index + 1 < words.count, isFieldName(words[index + 1]) {
        words.insert("--mark", at: index + 1)
      }
    }
    guard zip(words, words.dropFirst()).contains(where: { $0 == "-T" && formats.contains($1) }) else { return words }
    return words.map { $0 == "-e" ? "--field" : $0 }
  }

  /// Whether a word is a field name and not the beginning of a capture filter, such as `tcp`.
  private static func isFieldName(_ word: String) -> Bool {
    FieldTable.field(named: word) != nil && !["arp", "icmp", "igmp", "ip", "tcp", "udp", "vlan"].contains(word)
  }

  /// Filters and shows packets by their fields; nil if no option needs that.
  ///
  /// - Parameters:
  ///   - file: the source, if it is a single file.
  ///   - side: the end to read of a capture of both ends.
  ///   - summary: the times of summaries.
  ///   - addsBytes: whether -x or -X requests bytes too.
  ///   - memory: the limit of the memory for everything that is remembered, in bytes.
  func view(
    shows: Bool, file: String?, side: CaptureSide, summary: SummaryColumns, addsBytes: Bool, memory: Int
  ) throws(Failure) -> FrameView? {
    let filter = try display.ofPackets()
    guard filter != nil || isUsed else { return nil }
    var tables = decoding.tables
    tables.keys = keys.log ?? KeyLog()
    if readsTwice, !RegularFile.isOne(file ?? "") {
      throw Failure(
        "-2 reads a file twice and needs a regular file", remedy: "name one file with -r", status: ExitStatus.usage)
    }
    var wanted = filter?.fields ?? FieldSet()
    guard isUsed, shows else {
      let hindsight = CaptureHindsight.of(
        file, side: side, wanted: wanted, tables, memory: memory, isAskedFor: readsTwice)
      return FrameView(filter: filter, printer: nil, tables: tables, hindsight: hindsight, memory: memory)
    }
    let printer = try FieldPrinter(self, summary: summary, addsBytes: addsBytes)
    if let fields = printer.fields { wanted.formUnion(fields) }
    let hindsight = CaptureHindsight.of(
      file, side: side, wanted: wanted, tables, memory: memory, isAskedFor: readsTwice)
    return FrameView(filter: filter, printer: printer, tables: tables, hindsight: hindsight, memory: memory)
  }
}
