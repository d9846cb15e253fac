import TextOutput
import Wire

/// CAPWAP's data channel (RFC 5415): the frames that the access points of a Wi-Fi network exchange with their controller.
enum CAPWAPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.capwap, entries: [.udpPort(UInt32(CAPWAPHeader.port), to: dissector)],
    summaries: [TunnelSummaries.capwap],
    note: "Frames of Ethernet in it are decoded; frames of IEEE 802.11, fragments and what DTLS protects are not.")

  static let dissector = Dissector("capwap.data") { (tree, bytes, start) throws(DissectionStop) in
    let first = try bytes.number(1, at: start)
    let isProtected = first & 0x0F == 1
    let mark = tree.beginProtocol(.capwap, start..<bytes.count)
    let preamble = tree.begin(.capwapPreamble, start..<start + (isProtected ? 4 : 1), .none)
    tree.bits(.capwapPreambleVersion, of: first, start..<start + 1)
    tree.bits(.capwapPreambleType, of: first, start..<start + 1)
    if isProtected { try tree.number(.capwapPreambleReserved, bytes, start + 1, 3) }
    tree.end(preamble)
    guard let header = try? CAPWAPHeader(bytes, at: start) else {
      guard isProtected else { throw .malformed }
      tree.end(mark)
      return tree.data(bytes, start + 4)
    }
    let next = start + header.length
    try addHeader(&tree, header, bytes, start)
    tree.end(mark)
    guard header.carriesEthernet else { return tree.data(bytes, next) }
    tree.runInTunnel(EthernetDissector.dissector, bytes, next)
  }

  private static func addHeader(
    _ tree: inout TreeBuilder, _ header: CAPWAPHeader, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let mark = tree.begin(.capwapHeader, start + 1..<start + header.length, .none)
    let word = try bytes.number(3, at: start + 1)
    let range = start + 1..<start + 4
    for field in [FieldID.capwapHeaderLength, .capwapHeaderRid, .capwapHeaderWbid] { tree.bits(field, of: word, range) }
    let flags = tree.begin(.capwapHeaderFlags, range, .unsigned(word & 0x1FF))
    let fields: [FieldID] = [
      .capwapHeaderFlagsT, .capwapHeaderFlagsF, .capwapHeaderFlagsL, .capwapHeaderFlagsW, .capwapHeaderFlagsM,
      .capwapHeaderFlagsK, .capwapHeaderFlagsR,
    ]
    for field in fields { tree.bits(field, of: word, range) }
    tree.end(flags)
    try tree.number(.capwapHeaderFragmentId, bytes, start + 4, 2)
    let offset = try bytes.number(2, at: start + 6)
    tree.bits(.capwapHeaderFragmentOffset, of: offset, start + 6..<start + 8)
    tree.bits(.capwapHeaderFragmentReserved, of: offset, start + 7..<start + 8)
    try addOptional(&tree, header, bytes, start + 8..<start + header.length)
    tree.end(mark)
  }

  private static func addOptional(
    _ tree: inout TreeBuilder, _ header: CAPWAPHeader, _ bytes: Span<UInt8>, _ range: Range<Int>
  ) throws(DissectionStop) {
    var position = range.lowerBound
    if header.hasRadioAddress {
      let length = Int(try tree.number(.capwapHeaderMacLength, bytes, position, 1))
      if length == 6 {
        try tree.ethernet(.capwapHeaderMacEui48, bytes, position + 1)
      } else {
        try tree.bytes(.capwapHeaderMacData, bytes, position + 1, length)
      }
      position += 1 + length
    }
    if header.hasRadioInformation {
      let length = Int(try tree.number(.capwapHeaderWirelessLength, bytes, position, 1))
      try tree.bytes(.capwapHeaderWirelessData, bytes, position + 1, length)
      position += 1 + length
    }
    if position < range.upperBound {
      try tree.bytes(.capwapHeaderPadding, bytes, position, range.upperBound - position)
    }
  }
}
