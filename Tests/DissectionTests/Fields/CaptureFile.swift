import Captures
import Dissection
import Wire

/// A capture file as filters and trees see it.
enum CaptureFile {
  /// Goes through a file, packet by packet, up to its end or where it is broken.
  static func read(_ path: String, _ body: (Frame, Span<UInt8>) throws -> Void) throws {
    var reader = try CaptureReader.open(path)
    while let frame = try? reader.next() { try body(frame, reader.bytes) }
  }

  /// The numbers of the packets that a filter fits.
  static func numbers(_ path: String, _ text: String) throws -> [Int] {
    let filter = try DisplayFilter(text)
    var dissector = PacketDissector(wanted: filter.fields, wantsText: false)
    var numbers: [Int] = []
    try read(path) { frame, bytes in
      dissector.dissect(frame, bytes)
      let fits = filter.matches(dissector.tree, bytes)
      if fits { numbers.append(frame.number) }
    }
    return numbers
  }

  /// The values of fields, a line a packet, a tab between fields, as `tshark -T fields` has them.
  static func columns(_ path: String, _ fields: [FieldID]) throws -> [String] {
    var dissector = PacketDissector(wanted: FieldSet(fields), wantsText: false)
    var lines: [String] = []
    try read(path) { frame, bytes in
      dissector.dissect(frame, bytes)
      dissector.markDisplayed()
      let columns = fields.map { dissector.tree.values(of: $0, frame: bytes).joined(separator: ",") }
      lines.append(columns.joined(separator: "\t"))
    }
    return lines
  }
}
