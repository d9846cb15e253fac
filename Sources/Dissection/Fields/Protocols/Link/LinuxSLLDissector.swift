import TextOutput
import Wire

/// Linux "cooked" captures, both versions.
enum LinuxSLLDissector {
  static let version1 = Dissector("sll") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.sll, start..<start + 16, text: "Linux cooked capture, version 1")
    try tree.number(.sllPkttype, bytes, start, 2)
    try tree.number(.sllHatype, bytes, start + 2, 2)
    try addAddress(&tree, bytes, lengthAt: start + 4, width: 2, at: start + 6)
    let type = try bytes.number(2, at: start + 14)
    try tree.number(type < 0x0600 ? .sllLtype : .sllEtype, bytes, start + 14, 2)
    tree.end(mark)
    tree.dispatch(etherType: UInt16(truncatingIfNeeded: type), bytes, start + 16)
  }

  static let version2 = Dissector("sll") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.sll, start..<start + 20, text: "Linux cooked capture, version 2")
    let type = try bytes.number(2, at: start)
    try tree.number(type < 0x0600 ? .sllLtype : .sllEtype, bytes, start, 2)
    try tree.number(.sllIfindex, bytes, start + 4, 4)
    try tree.number(.sllHatype, bytes, start + 8, 2)
    try tree.number(.sllPkttype, bytes, start + 10, 1)
    try addAddress(&tree, bytes, lengthAt: start + 11, width: 1, at: start + 12)
    tree.end(mark)
    tree.dispatch(etherType: UInt16(truncatingIfNeeded: type), bytes, start + 20)
  }

  /// The sender's address: eight bytes, of which as many count as the length says.
  private static func addAddress(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, lengthAt: Int, width: Int, at offset: Int
  ) throws(DissectionStop) {
    let length = Int(try tree.number(.sllHalen, bytes, lengthAt, width))
    switch length {
    case 6: try tree.ethernet(.sllSrcEth, bytes, offset)
    case 4: try tree.ipv4(.sllSrcIpv4, bytes, offset)
    case 0: break
    default: try tree.bytes(.sllSrcOther, bytes, offset, min(8, length))
    }
    if length < 8 { try tree.bytes(.sllUnused, bytes, offset + length, 8 - length) }
  }
}
