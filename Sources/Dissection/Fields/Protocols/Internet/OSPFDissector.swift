import TextOutput
import Wire

/// OSPF, versions 2 and 3 (RFC 2328, RFC 5340): the header of all packets, and hello.
enum OSPFDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.ospf, entries: [.ipProtocol(89, to: dissector)],
    summaries: [summary])

  static let dissector = Dissector("ospf") { (tree, bytes, start) throws(DissectionStop) in
    let version = try bytes.number(1, at: start)
    let length = Int(try bytes.number(2, at: start + 2))
    let end = min(bytes.count, start + length)
    let headerEnd = start + (version == 2 ? 24 : 16)
    let mark = tree.beginProtocol(.ospf, start..<bytes.count)
    let head = tree.begin(.ospfHeader, start..<headerEnd, .none)
    try tree.number(.ospfVersion, bytes, start, 1)
    let type = try tree.number(.ospfMsg, bytes, start + 1, 1)
    if let field = messages[type] { tree.hide(field, start + 1..<start + 2, .boolean(true)) }
    try tree.run([.ospfPacketLength, .ospfSrcrouter, .ospfAreaId], bytes, start + 2)
    try tree.number(.ospfChecksum, bytes, start + 12, 2)
    if version == 2 {
      try addAuthentication(&tree, bytes, start)
    } else if version == 3 {
      try tree.number(.ospfInstanceId, bytes, start + 14, 1)
      try tree.bytes(.ospfReserved, bytes, start + 15, 1)
    }
    tree.end(head)
    if type == 1, version == 2 || version == 3, headerEnd <= end {
      try addHello(&tree, bytes.extracting(0..<end), headerEnd, isOld: version == 2)
    }
    tree.end(mark)
  }

  private static let messages: [UInt64: FieldID] = [
    1: .ospfMsgHello, 2: .ospfMsgDbdesc, 3: .ospfMsgLsreq, 4: .ospfMsgLsupdate, 5: .ospfMsgLsack,
  ]

  private static func addAuthentication(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    guard try tree.number(.ospfAuthType, bytes, start + 14, 2) == 2 else { return }
    try tree.run([.ospfAuthCryptKeyId, .ospfAuthCryptDataLength, .ospfAuthCryptSeqNbr], bytes, start + 18)
    let end = start + Int(try bytes.number(2, at: start + 2))
    let length = Int(try bytes.number(1, at: start + 19))
    if length > 0, end + length <= bytes.count { try tree.bytes(.ospfAuthCryptData, bytes, end, length) }
  }

  private static func addHello(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isOld: Bool
  ) throws(DissectionStop) {
    let mark = tree.begin(.ospfHello, start..<bytes.count, .none)
    var position = start + 20
    if isOld {
      try tree.run([.ospfHelloNetworkMask], bytes, start)
      try tree.number(.ospfHelloHelloInterval, bytes, start + 4, 2)
      try tree.number(.ospfHelloRouterPriority, bytes, start + 7, 1)
      try tree.number(.ospfHelloRouterDeadInterval, bytes, start + 8, 4)
    } else {
      try tree.run([.ospfHelloInterfaceId, .ospfHelloRouterPriority], bytes, start)
      try tree.number(.ospfHelloHelloInterval, bytes, start + 8, 2)
      try tree.number(.ospfHelloRouterDeadInterval, bytes, start + 10, 2)
    }
    try tree.run(
      [.ospfHelloDesignatedRouter, .ospfHelloBackupDesignatedRouter], bytes, start + 12)
    while position + 4 <= bytes.count { try tree.read(.ospfHelloActiveNeighbor, bytes, &position, until: bytes.count) }
    tree.end(mark)
  }
}
