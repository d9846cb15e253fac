import Captures
import Dissection
import Streams
import TLS
import Wire

/// Dissects frames, applies the display filter, and shows the frames by their fields.
struct FrameView: ~Copyable {
  private let filter: DisplayFilter?
  private var dissector: PacketDissector
  private var printer: FieldPrinter?
  /// Prints instead of `printer`, on other threads, while the next packets are dissected.
  private var press: TreePress?
  private let keys: KeyLog?
  private var batch = TreeBatch()
  /// Whether headers decide about most frames, so that a tree is built only for the others.
  private let isHeaderFilter: Bool

  /// Whether the file's notes about its packets are needed.
  private let wantsNotes: Bool

  /// - Parameter memory: the limit of the memory for everything that is remembered, in bytes, including the results
  ///   of an earlier pass.
  init(
    filter: DisplayFilter?, printer: consuming FieldPrinter?, tables: DissectorTables, hindsight: CaptureHindsight?,
    memory: Int
  ) {
    self.filter = filter
    keys = tables.keys
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

  /// Whether this view shows the frames, and not tcpdump's lines.
  var prints: Bool { printer != nil || press != nil }

  /// Prints on several threads from now on. For a whole file whose packets are not urgent.
  ///
  /// - Parameter helpers: the number of threads besides the one that dissects.
  mutating func printAside(helpers: Int) {
    guard let printer = self.printer.take() else { return }
    // A filter may look into documents.
    dissector.postponesDocuments = filter == nil
    press = TreePress(printer, dissector.settings, helpers: helpers)
  }

  /// Takes secrets that the source had before the next frame: lines of an NSS key log.
  func add(keys: [UInt8]) {
    if !keys.isEmpty { self.keys?.add(keys) }
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

  /// Shows the last frame that passed.
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
