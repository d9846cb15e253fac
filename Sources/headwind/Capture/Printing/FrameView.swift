import Captures
import Dissection
import Wire

/// Looks at frames by their fields: which ones fit the display filter, and how they are shown.
struct FrameView: ~Copyable {
  private let filter: DisplayFilter?
  private var dissector: PacketDissector
  private var printer: FieldPrinter?
  /// What prints in the place of `printer` while the next packets are dissected.
  private var press: TreePress?
  private var batch = TreeBatch()
  /// Whether the headers settle most frames, so that the tree is built for the others only.
  private let isHeaderFilter: Bool

  /// Whether what a file says of its packets is looked at.
  private let wantsNotes: Bool

  /// - Parameter memory: how many bytes all that is remembered may take, what an earlier pass has found included.
  init(
    filter: DisplayFilter?, printer: consuming FieldPrinter?, tables: DissectorTables, hindsight: CaptureHindsight?,
    memory: Int
  ) {
    self.filter = filter
    let memory = hindsight == nil ? memory : memory / 2
    var wanted = filter?.fields ?? FieldSet()
    isHeaderFilter = printer == nil && filter?.needsOnlyHeaders == true
    if let printer {
      if let fields = printer.fields { wanted.formUnion(fields) }
      let showsAll = printer.fields == nil
      dissector = PacketDissector(
        wanted: showsAll ? nil : wanted, wantsText: printer.wantsText, wantsLines: printer.wantsLines, tables: tables,
        memory: memory)
      self.printer = consume printer
    } else {
      dissector = PacketDissector(wanted: wanted, wantsText: false, tables: tables, memory: memory)
      self.printer = nil
    }
    wantsNotes = dissector.wantsNotes
    if let hindsight { dissector.hindsight = hindsight }
  }

  /// Whether frames are shown here, and not in tcpdump's lines.
  var prints: Bool { printer != nil || press != nil }

  /// Prints on several threads from now on: for a whole file, where nobody waits for single packets.
  ///
  /// - Parameter helpers: how many threads there are besides the one that dissects.
  mutating func printAside(helpers: Int) {
    guard let printer = self.printer.take() else { return }
    // A filter may look into documents.
    dissector.postponesDocuments = filter == nil
    press = TreePress(printer, dissector.settings, helpers: helpers)
  }

  mutating func passes(_ frame: Frame, of source: borrowing some CaptureSource & ~Copyable) -> Bool {
    let bytes = source.bytes
    if isHeaderFilter, let answer = filter?.matchesHeaders(frame, bytes) { return answer }
    dissector.dissect(frame, bytes, notes: wantsNotes ? source.notes(on: frame) : PacketNotes())
    guard let filter else {
      dissector.markDisplayed()
      return true
    }
    guard filter.matches(dissector.tree, bytes) else { return false }
    dissector.markDisplayed()
    return true
  }

  /// Shows the frame that passed last.
  mutating func print(_ frame: Frame, _ bytes: Span<UInt8>) throws(StandardOutput.Trouble) {
    guard let press else {
      try printer?.print(dissector.tree, frame, bytes)
      return
    }
    batch.add(&dissector, frame, bytes)
    if batch.isFull { try press.print(&batch) }
  }

  mutating func flush() throws(StandardOutput.Trouble) {
    try printer?.flush()
  }

  /// What was given up on the way, a line each.
  var losses: [String] {
    var summary = dissector.summary
    summary.cutTrees += press?.cutTrees ?? 0
    return summary.losses
  }

  mutating func finish() throws(StandardOutput.Trouble) {
    try press?.finish(&batch)
    try printer?.finish()
  }
}
