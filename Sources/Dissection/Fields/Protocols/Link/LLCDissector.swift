import Wire

/// IEEE 802.2 logical link control, with the SNAP header that carries an EtherType (RFC 1042).
enum LLCDissector {
  static let dissector = Dissector("llc") { (tree, bytes, start) throws(DissectionStop) in
    guard start < bytes.count else { return }
    let mark = tree.beginProtocol(.llc, start..<min(bytes.count, start + 3))
    let destination = try tree.number(.llcDsap, bytes, start, 1)
    let source = try tree.number(.llcSsap, bytes, start + 1, 1)
    let control = try bytes.number(1, at: start + 2)
    let isUnnumbered = control & 3 == 3
    try tree.number(.llcControl, bytes, start + 2, isUnnumbered ? 1 : 2)
    let next = start + (isUnnumbered ? 3 : 4)
    guard destination == 0xAA, source == 0xAA, isUnnumbered else {
      tree.end(mark, at: next)
      guard destination == 0x42, isUnnumbered else { return tree.data(bytes, next) }
      return tree.run(STPDissector.dissector, bytes, next)
    }
    let organization = try tree.number(.llcOui, bytes, next, 3)
    let type = try tree.number(.llcType, bytes, next + 3, 2)
    tree.end(mark, at: next + 5)
    guard organization == 0 else { return tree.data(bytes, next + 5) }
    tree.dispatch(etherType: UInt16(truncatingIfNeeded: type), bytes, next + 5)
  }
}
