import TextOutput
import Wire

/// The headers of IPsec: AH (RFC 4302), which hides nothing, and ESP (RFC 4303), which hides all that follows.
enum IPsecDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.ipsec,
    entries: [.ipProtocol(50, to: encapsulation), .ipProtocol(51, to: authentication)], summaries: summaries)

  static let authentication = Dissector("ah") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.ah, start..<min(bytes.count, start + 12), text: "\(FieldID.ah.field.label)")
    let next = UInt8(truncatingIfNeeded: try tree.number(.ahNextHeader, bytes, start, 1))
    let words = Int(try tree.number(.ahLength, bytes, start + 1, 1))
    try tree.bytes(.ahReserved, bytes, start + 2, 2)
    try tree.run([.ahSpi, .ahSequence], bytes, start + 4)
    if words > 1 { try tree.bytes(.ahIcv, bytes, start + 12, (words - 1) * 4) }
    let end = start + (words + 2) * 4
    tree.end(mark, at: min(bytes.count, end))
    guard end <= bytes.count else { throw .bounds }
    if case .v6 = tree.context.destination {
      IPv6Extensions.dissect(&tree, bytes, end, next, isWhole: !tree.context.isCut)
    } else {
      tree.dispatch(ipProtocol: next, bytes, end)
    }
  }

  static let encapsulation = Dissector("esp") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.esp, start..<bytes.count, text: "\(FieldID.esp.field.label)")
    try tree.run([.espSpi, .espSequence], bytes, start)
    tree.end(mark)
  }
}
