import Dissection
import Glibc
import Wire

/// Prints packets by their fields: as trees, as columns, or as JSON.
struct FieldPrinter: ~Copyable {
  private enum Shape {
    case tree(only: Set<FieldID>?, FieldHexDump?)
    case columns([FieldID], FieldStyle)
    case json
    case lines
  }

  private let shape: Shape
  private var output = StandardOutput()
  private var count = 0

  /// - Parameter addsBytes: whether bytes are asked for with a letter of the list.
  init(_ flags: TreeOptions, addsBytes: Bool) throws(Failure) {
    switch flags.format {
    case "fields":
      let fields = flags.fields.compactMap { FieldTable.field(named: $0)?.id }
      guard let style = try? FieldStyle(flags.styles) else {
        throw Failure("-E is not understood", status: ExitStatus.usage)
      }
      shape = .columns(fields, style)
    case "json": shape = .json
    case "ek": shape = .lines
    default:
      let names = flags.protocols?.split(separator: ",").compactMap { FieldTable.field(named: String($0))?.id }
      // Bytes alone are shown under the protocols' first lines.
      let only = names ?? (flags.showsTree || addsBytes ? nil : [])
      let marked = flags.marked.flatMap { FieldTable.field(named: $0)?.id }
      let dump = FieldHexDump(marking: marked, style: isatty(1) == 1 ? .reverse : .brackets)
      shape = .tree(only: only.map { Set($0) }, flags.showsBytes || addsBytes ? dump : nil)
    }
  }

  /// The fields that are shown; nil for all.
  var fields: FieldSet? {
    if case .columns(let fields, _) = shape { FieldSet(fields) } else { nil }
  }

  /// Whether the texts of a tree are shown.
  var wantsText: Bool {
    switch shape {
    case .tree, .json: true
    case .columns(let fields, _): fields.contains { FieldTable[$0].type == .protocol }
    case .lines: false
    }
  }

  mutating func print(_ tree: FieldTree, _ frame: Frame, _ bytes: Span<UInt8>) throws(StandardOutput.Trouble) {
    defer { count += 1 }
    switch shape {
    case .tree(let only, let dump):
      try output.print(FieldTreeText.text(tree, bytes, only: only) + "\n")
      if let dump { try output.print(dump.text(tree, bytes)) }
    case .columns(let fields, let style):
      if count == 0, style.hasMark { try output.print("\u{FEFF}") }
      if count == 0, style.hasHeader {
        try output.print(fields.map { FieldTable[$0].name }.joined(separator: style.separator) + "\n")
      }
      let columns = fields.map { style.column(tree.values(of: $0, frame: bytes)) }
      try output.print(columns.joined(separator: style.separator) + "\n")
    case .json: try output.print((count == 0 ? "[\n" : ",\n") + FieldTreeJSON.object(tree, frame, bytes))
    case .lines: try output.print(FieldTreeJSON.lines(tree, frame, bytes))
    }
  }

  mutating func flush() throws(StandardOutput.Trouble) {
    try output.flush()
  }

  /// Ends what was begun.
  mutating func finish() throws(StandardOutput.Trouble) {
    if case .json = shape { try output.print(count == 0 ? "[\n]\n" : "\n]\n") }
    try output.flush()
  }
}
