import Captures
import Dissection
import TLS
import TextOutput
import Wire

/// A dissector that has seen some packets that depend on each other, and goes on with more of them.
final class TreeCourse {
  /// The rows that were dissected, in order.
  private(set) var rows: [Int] = []
  private let store: PacketStore
  private let keys = KeyLog()
  /// How many of the file's key logs were taken.
  private var secrets = 0
  private var seeker: PacketSeeker
  private var dissector: PacketDissector

  /// - Parameter wanted: the fields that trees have; nil for all of them, with their texts.
  init(_ store: PacketStore, _ tables: DissectorTables, wanted: FieldSet? = nil) throws(CaptureError) {
    self.store = store
    var tables = tables
    if let log = tables.keys { keys.merge(log) }
    tables.keys = keys
    seeker = try PacketSeeker(store)
    dissector = PacketDissector(wanted: wanted, wantsText: wanted == nil, tables: tables)
    dissector.postponesDocuments = true
  }

  func hasSeen(_ row: Int) -> Bool {
    let place = rows.place(of: row)
    return place < rows.count && rows[place] == row
  }

  /// Takes the next packet that the tree of a later one depends on.
  func pass(_ row: Int, at place: CapturePlace) throws(CaptureError) {
    _ = try dissect(row, at: place, isSilent: true)
  }

  /// The tree of the next packet, without its documents; nil if the packet is not there.
  func tree(of row: Int, at place: CapturePlace) throws(CaptureError) -> FieldTree? {
    try dissect(row, at: place, isSilent: false) == nil ? nil : dissector.tree
  }

  /// Writes the tree of the next packet as JSON; false if the packet is not there.
  func append(_ row: Int, at place: CapturePlace, to text: inout TextBuffer) throws(CaptureError) -> Bool {
    guard let frame = try dissect(row, at: place, isSilent: false) else { return false }
    seeker.withBytes { Self.append(dissector, frame, $0, to: &text) }
    return true
  }

  /// Writes the tree of the packet that was dissected last, with its documents.
  private static func append(
    _ dissector: PacketDissector, _ frame: Frame, _ bytes: Span<UInt8>, to text: inout TextBuffer
  ) {
    var finisher = TreeFinisher(dissector.settings)
    finisher.finish(dissector.tree, bytes)
    TreeJSON.append(finisher.tree, frame, bytes, to: &text)
  }

  private func dissect(_ row: Int, at place: CapturePlace, isSilent: Bool) throws(CaptureError) -> Frame? {
    guard let frame = try seeker.read(row)?.frame else { return nil }
    for lines in store.secrets(before: row, known: secrets) {
      keys.add(lines)
      secrets += 1
    }
    dissector.resume(at: place)
    dissector.isSilent = isSilent
    dissector.dissect(frame, seeker.reader.bytes, notes: isSilent ? PacketNotes() : seeker.reader.notes(on: frame))
    rows.append(row)
    return frame
  }
}
