import ArgumentParser
import Dissection

/// How packets are filtered and shown by their fields: tshark's letters.
struct TreeOptions: ParsableArguments {
  static let letters = ShortOptionBundle(flags: Set("V"), valued: Set("YOTE"))

  @Option(
    name: [.customShort("Y"), .customLong("display-filter")],
    help: "Show only packets that this filter fits, in Wireshark's language: 'http or tcp.analysis.flags'.")
  var filter: String?

  @Flag(name: .customShort("V"), help: "Show each packet's tree of fields.")
  var showsTree = false

  @Option(name: .customShort("O"), help: "Show the trees of these protocols alone, separated by commas.")
  var protocols: String?

  @Option(name: .customShort("T"), help: "Show fields (with -e), json, or ek (a JSON object a line).")
  var format: String?

  @Option(name: .customLong("field"), help: "With -T fields, a field to show; -e does the same.")
  var fields: [String] = []

  @Option(
    name: .customShort("E"),
    help: "With -T fields: header=y, separator=CHARACTER (/t, /s), occurrence=f|l|a, aggregator=CHARACTER, quote=d|s|n."
  )
  var styles: [String] = []

  /// Whether packets are shown by their fields instead of in tcpdump's lines.
  var isUsed: Bool { showsTree || protocols != nil || format != nil }

  func validate() throws {
    if let format, !["fields", "json", "ek"].contains(format) {
      throw ValidationError("-T \(format): there are fields, json and ek.")
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
    _ = try FieldStyle(styles)
  }

  private static func hint(_ name: String) -> String {
    let near = FieldTable.suggestions(for: name)
    return near.isEmpty ? "" : " Did you mean \(near.joined(separator: ", "))?"
  }

  /// After `-T`, tshark's `-e FIELD` names a field; alone, `-e` is tcpdump's link header.
  static func disambiguated(_ words: [String]) -> [String] {
    guard words.contains("-T") || words.contains(where: { $0.hasPrefix("-T") }) else { return words }
    return words.map { $0 == "-e" ? "--field" : $0 }
  }

  /// What looks at the packets' fields; nil if nothing is asked for.
  func view(shows: Bool) throws(Failure) -> FrameView? {
    var display: DisplayFilter?
    if let filter {
      do {
        display = try DisplayFilter(filter)
      } catch {
        throw Failure("display filter: \(error)", status: ExitStatus.usage)
      }
    }
    guard display != nil || isUsed else { return nil }
    guard isUsed, shows else { return FrameView(filter: display, printer: nil) }
    return FrameView(filter: display, printer: try FieldPrinter(self))
  }
}
