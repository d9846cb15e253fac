import Captures
import Dissection
import TextOutput
import Wire

/// A capture file as filters and trees see it.
enum CaptureFile {
  /// Goes through a file, packet by packet, up to its end or where it is broken.
  static func read(_ path: String, _ body: (Frame, Span<UInt8>, PacketNotes) throws -> Void) throws {
    var reader = try CaptureReader.open(path)
    while let frame = try? reader.next() { try body(frame, reader.bytes, notes(on: frame, reader)) }
  }

  private static func notes(on frame: Frame, _ reader: borrowing CaptureReader) -> PacketNotes {
    guard let section = reader.section else { return PacketNotes() }
    let options = reader.options
    return PacketNotes(
      section: section, interface: reader.interfaces[frame.interfaceID].name ?? "unknown", flags: options.packetFlags,
      comments: options.comments)
  }

  /// The numbers of the packets that a filter fits.
  static func numbers(_ path: String, _ text: String) throws -> [Int] {
    let filter = try DisplayFilter(text)
    var dissector = PacketDissector(wanted: filter.fields, wantsText: false)
    var numbers: [Int] = []
    try read(path) { frame, bytes, notes in
      dissector.dissect(frame, bytes, notes: notes)
      let fits = filter.matches(dissector.tree, bytes)
      if fits { numbers.append(frame.number) }
    }
    return numbers
  }

  /// The values of fields, a line a packet, a tab between fields, as `tshark -T fields` has them.
  ///
  /// - Parameter twice: whether a first pass tells of later packets.
  static func columns(
    _ path: String, _ fields: [FieldID], twice: Bool = false, tables: DissectorTables = DissectorTables()
  ) throws -> [String] {
    try columns(path, fields, wanted: FieldSet(fields), twice: twice, tables: tables)
  }

  static func columns(
    _ path: String, _ fields: [FieldID], wanted: FieldSet?, twice: Bool = false,
    tables: DissectorTables = DissectorTables()
  ) throws -> [String] {
    var dissector = PacketDissector(wanted: wanted, wantsText: false, tables: tables)
    if twice {
      var learner = PacketDissector.learner(tables: tables)
      try read(path) { frame, bytes, _ in learner.dissect(frame, bytes) }
      dissector.hindsight = learner.hindsight
    }
    var lines: [String] = []
    try read(path) { frame, bytes, notes in
      dissector.dissect(frame, bytes, notes: notes)
      dissector.markDisplayed()
      let columns = fields.map { dissector.tree.values(of: $0, frame: bytes).map(\.text).joined(separator: ",") }
      lines.append(columns.joined(separator: "\t"))
    }
    return lines
  }
}
