import TextOutput
import Wire

/// BSD's loopback: four bytes of address family, in the byte order of the host that captured.
enum LoopbackDissector {
  static let dissector = Dissector("null") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.null, start..<start + 4, text: "\(FieldID.null.field.label)")
    let big = try bytes.number(4, at: start)
    let family = big > 0xFFFF ? UInt64(UInt32(truncatingIfNeeded: big).byteSwapped) : big
    tree.add(.nullFamily, start..<start + 4, .unsigned(family))
    tree.end(mark)
    switch family {
    case 2: tree.run(IPv4Dissector.dissector, bytes, start + 4)
    case 10, 24, 28, 30: tree.run(IPv6Dissector.dissector, bytes, start + 4)
    default: tree.data(bytes, start + 4)
    }
  }

  /// Raw IP: the version is in the first byte.
  static let raw = Dissector("raw") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.raw, start..<start, text: "\(FieldID.raw.field.label)")
    tree.end(mark)
    switch try bytes.byte(start) >> 4 {
    case 4: tree.run(IPv4Dissector.dissector, bytes, start)
    case 6: tree.run(IPv6Dissector.dissector, bytes, start)
    default: tree.data(bytes, start)
    }
  }
}
