import Dissection
import Glibc
import TextOutput
import Wire

/// Prints packets by their fields: as trees, as columns, as JSON, or as summaries.
struct FieldPrinter: ~Copyable {
  private enum Shape {
    case tree(only: Set<FieldID>?, FieldHexDump?)
    case columns([FieldID], FieldStyle)
    case json
    case lines
    case summaries(SummaryColumns)
  }

  private let shape: Shape
  private let output = StandardOutput()
  private var printer = TreePrinter()
  private var count = 0
  /// Whether any packet had a value in a column.
  private(set) var hasValue = false

  private init(_ shape: Shape) {
    self.shape = shape
  }

  /// A printer of the same shape, for another thread.
  func twin() -> FieldPrinter { FieldPrinter(shape) }

  /// - Parameters:
  ///   - summary: how summaries are shown.
  ///   - addsBytes: whether -x or -X requests bytes.
  init(_ flags: TreeOptions, summary: SummaryColumns, addsBytes: Bool) throws(Failure) {
    if flags.showsSummary {
      guard !addsBytes else { throw Failure("--summary cannot be used with -x or -X", status: ExitStatus.usage) }
      shape = .summaries(summary)
      return
    }
    switch flags.format {
    case "fields":
      let fields = flags.fields.compactMap { FieldTable.field(named: $0)?.id }
      guard let style = try? FieldStyle(flags.styles) else {
        throw Failure("invalid -E option", status: ExitStatus.usage)
      }
      shape = .columns(fields, style)
    case "json": shape = .json
    case "ek": shape = .lines
    default:
      let names = flags.protocols?.split(separator: ",").compactMap { FieldTable.field(named: String($0))?.id }
      // If only bytes are requested, show them under the first line of each protocol.
      let only = names ?? (flags.showsTree || addsBytes ? nil : [])
      let marked = flags.marked.flatMap { FieldTable.field(named: $0)?.id }
      let dump = FieldHexDump(marking: marked, style: isatty(1) == 1 ? .reverse : .brackets)
      shape = .tree(only: only.map { Set($0) }, flags.showsBytes || addsBytes ? dump : nil)
    }
  }

  /// The fields that are shown; nil for all.
  var fields: FieldSet? {
    switch shape {
    case .columns(let fields, _): FieldSet(fields)
    case .summaries(let columns): columns.fields
    default: nil
    }
  }

  /// Whether the texts of the tree are shown.
  var wantsText: Bool {
    switch shape {
    case .tree, .json: true
    case .columns(let fields, _): fields.contains { FieldTable[$0].type == .protocol }
    case .lines, .summaries: false
    }
  }

  /// Whether texts are needed that only repeat a node's field and value.
  var wantsLines: Bool {
    if case .json = shape { false } else { true }
  }

  mutating func print(_ tree: FieldTree, _ frame: Frame, _ bytes: Span<UInt8>) throws(StandardOutput.Trouble) {
    append(tree, frame, bytes, number: count)
    count += 1
    if output.isDue(printer.text.count) { try flush() }
  }

  /// Formats a packet without writing it.
  ///
  /// - Parameter number: the number of packets before it.
  mutating func append(_ tree: FieldTree, _ frame: Frame, _ bytes: Span<UInt8>, number: Int) {
    switch shape {
    case .tree(let only, let dump):
      printer.appendText(tree, bytes, only: only)
      printer.text.append("\n")
      dump?.append(tree, bytes, to: &printer.text)
    case .columns(let fields, let style): appendColumns(fields, style, tree, bytes, isFirst: number == 0)
    case .json:
      printer.text.append(number == 0 ? "[\n" : ",\n")
      printer.appendObject(tree, frame, bytes)
    case .lines: printer.appendLines(tree, frame, bytes)
    case .summaries(let columns): columns.append(tree, frame, bytes, to: &printer.text)
    }
  }

  /// Adds the counts of another printer of the same shape.
  mutating func add(_ packets: Int, hadValue: Bool) {
    count += packets
    hasValue = hasValue || hadValue
  }

  private mutating func appendColumns(
    _ fields: [FieldID], _ style: FieldStyle, _ tree: FieldTree, _ bytes: Span<UInt8>, isFirst: Bool
  ) {
    if isFirst, style.hasMark { printer.text.append("\u{FEFF}") }
    if isFirst, style.hasHeader {
      printer.text.append(fields.map { FieldTable[$0].name }.joined(separator: style.separator.text) + "\n")
    }
    for (place, field) in fields.enumerated() {
      if place > 0 { printer.text.append(style.separator.text) }
      let length = printer.text.count
      printer.appendValues(
        of: field, tree, bytes, style.occurrence, aggregator: style.aggregator, quote: style.quote)
      hasValue = hasValue || printer.text.count > length
    }
    printer.text.append("\n")
  }

  mutating func flush() throws(StandardOutput.Trouble) {
    defer { printer.text.removeAll() }
    try printer.text.withBytes { bytes throws(StandardOutput.Trouble) in try output.write(bytes) }
  }

  /// Ends the output.
  mutating func finish() throws(StandardOutput.Trouble) {
    if case .json = shape { printer.text.append(count == 0 ? "[\n]\n" : "\n]\n") }
    try flush()
    if case .columns(let fields, _) = shape, count > 0, !hasValue {
      let names = fields.map { FieldTable[$0].name }.joined(separator: ", ")
      Headwind.say("headwind: none of the \(count) packets has \(fields.count > 1 ? "any of " : "")\(names)")
    }
  }
}
