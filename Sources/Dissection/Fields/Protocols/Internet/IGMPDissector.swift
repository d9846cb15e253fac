import TextOutput
import Wire

/// IGMP, versions 1 to 3 (RFC 1112, RFC 2236, RFC 3376).
enum IGMPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.igmp, entries: [.ipProtocol(2, to: dissector)],
    summaries: [summary])

  static let dissector = Dissector("igmp") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(
      .igmp, start..<bytes.count, text: "\(FieldID.igmp.field.label)")
    let type = try bytes.number(1, at: start)
    // DVMRP and PIM version 1 go by IGMP's number and are no IGMP.
    guard type != 0x13, type != 0x14 else {
      tree.end(mark)
      return tree.data(bytes, start)
    }
    // Wireshark reads each version by a protocol of its own.
    tree.noteProtocol("igmp")
    let version = IGMPDissector.version(type, length: bytes.count - start, response: try bytes.number(1, at: start + 1))
    if let version { tree.generate(.igmpVersion, .unsigned(version)) }
    try tree.number(.igmpType, bytes, start, 1)
    if type == 0x22 {
      try report(&tree, bytes, start)
    } else {
      try message(&tree, bytes, start, version)
    }
    tree.end(mark)
  }

  private static func version(_ type: UInt64, length: Int, response: UInt64) -> UInt64? {
    switch type {
    case 0x11: length >= 12 ? 3 : response == 0 ? 1 : 2
    case 0x12: 1
    case 0x16, 0x17: 2
    case 0x22: 3
    default: nil
    }
  }

  private static func addChecksum(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    let claimed = try bytes.number(2, at: start + 2)
    var sum = InternetChecksum()
    sum.add(bytes, in: start..<bytes.count)
    let isGood = sum.folded == 0xFFFF
    tree.checksum(.igmpChecksum, .igmpChecksumStatus, start + 2..<start + 4, claimed, isGood: isGood)
  }

  private static func message(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ version: UInt64?
  ) throws(DissectionStop) {
    if version == 1 {
      try tree.bytes(.igmpReserved, bytes, start + 1, 1)
    } else if version != nil {
      try maximumResponse(&tree, bytes, start + 1, isCoded: version == 3)
    }
    try addChecksum(&tree, bytes, start)
    try tree.ipv4(.igmpMaddr, bytes, start + 4)
    guard version == 3 else { return }
    let flags = try bytes.number(1, at: start + 8)
    tree.bits(.igmpS, of: flags, start + 8..<start + 9)
    tree.bits(.igmpQrv, of: flags, start + 8..<start + 9)
    try tree.number(.igmpQqic, bytes, start + 9, 1)
    let count = Int(try tree.number(.igmpNumSrc, bytes, start + 10, 2))
    for index in 0..<count { try tree.ipv4(.igmpSaddr, bytes, start + 12 + index * 4) }
  }

  /// Tenths of a second; above 127 it is a number with an exponent (RFC 3376 section 4.1.1).
  private static func maximumResponse(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, isCoded: Bool)
    throws(DissectionStop)
  {
    let raw = try bytes.number(1, at: offset)
    let value = isCoded && raw >= 128 ? ((raw & 15) | 16) << ((raw >> 4 & 7) + 3) : raw
    let mark = tree.begin(
      .igmpMaxResp, offset..<offset + 1, .unsigned(value),
      text: "Longest delay of a report: \(value / 10).\(value % 10) seconds (\(TextFormat.hex(raw, 2)))")
    if isCoded, raw >= 128 {
      tree.bits(.igmpMaxRespExp, of: raw, offset..<offset + 1)
      tree.bits(.igmpMaxRespMant, of: raw, offset..<offset + 1)
    }
    tree.end(mark)
  }

  private static func report(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    try tree.bytes(.igmpReserved, bytes, start + 1, 1)
    try addChecksum(&tree, bytes, start)
    try tree.bytes(.igmpReserved, bytes, start + 4, 2)
    let count = Int(try tree.number(.igmpNumGrpRecs, bytes, start + 6, 2))
    var position = start + 8
    for _ in 0..<count {
      try tree.number(.igmpRecordType, bytes, position, 1)
      let auxiliary = Int(try tree.number(.igmpAuxDataLen, bytes, position + 1, 1)) * 4
      let sources = Int(try tree.number(.igmpNumSrc, bytes, position + 2, 2))
      try tree.ipv4(.igmpMaddr, bytes, position + 4)
      for index in 0..<sources { try tree.ipv4(.igmpSaddr, bytes, position + 8 + index * 4) }
      position += 8 + sources * 4
      if auxiliary > 0 { try tree.bytes(.igmpAuxData, bytes, position, auxiliary) }
      position += auxiliary
    }
  }
}
