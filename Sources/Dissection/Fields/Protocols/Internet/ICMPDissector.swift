import Wire

/// ICMP (RFC 792, RFC 950, RFC 1256).
enum ICMPDissector {
  static let dissector = Dissector("icmp") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.icmp, start..<bytes.count, text: "Internet Control Message Protocol")
    let type = try bytes.number(1, at: start)
    let code = try bytes.number(1, at: start + 1)
    tree.add(
      .icmpType, start..<start + 1, .unsigned(type), text: "Type: \(type) (\(ICMPNames.type(type)))")
    tree.add(
      .icmpCode, start + 1..<start + 2, .unsigned(code),
      text: "Code: \(code)\(ICMPNames.code(type, code).map { " (\($0))" } ?? "")")
    try addChecksum(&tree, bytes, start)
    switch type {
    case 0, 8: try echo(&tree, bytes, start, mark)
    case 3, 4, 5, 11, 12: try error(&tree, bytes, start, type, code, mark)
    case 9: try routerAdvertisement(&tree, bytes, start)
    case 13, 14: try timestamps(&tree, bytes, start)
    case 17, 18:
      try identifiers(&tree, bytes, start)
      try tree.ipv4(.icmpAddressMask, bytes, start + 8)
    case 15, 16: try identifiers(&tree, bytes, start)
    default: break
    }
    tree.end(mark)
  }

  private static func addChecksum(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    let claimed = try bytes.number(2, at: start + 2)
    let range = start + 2..<start + 4
    guard !tree.context.isCut, !tree.context.isQuoted else {
      return tree.checksum(
        .icmpChecksum, .icmpChecksumStatus, range, claimed, isGood: nil, reason: " [fragmented datagram]")
    }
    var sum = InternetChecksum()
    sum.add(bytes, in: start..<bytes.count)
    let isGood = sum.folded == 0xFFFF
    tree.checksum(.icmpChecksum, .icmpChecksumStatus, range, claimed, isGood: isGood)
  }

  private static func identifiers(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    let identifier = try bytes.number(2, at: start + 4)
    let sequence = try bytes.number(2, at: start + 6)
    pair(&tree, "Identifier", identifier, start + 4..<start + 6, .icmpIdent, .icmpIdentLe)
    pair(&tree, "Sequence Number", sequence, start + 6..<start + 8, .icmpSeq, .icmpSeqLe)
  }

  /// A number that hosts send in either byte order is shown in both.
  private static func pair(
    _ tree: inout TreeBuilder, _ name: String, _ value: UInt64, _ range: Range<Int>, _ big: FieldID, _ little: FieldID
  ) {
    let swapped = UInt64(UInt16(truncatingIfNeeded: value).byteSwapped)
    tree.add(big, range, .unsigned(value), text: "\(name) (BE): \(value) (\(TextFormat.hex(value, 4)))")
    tree.add(little, range, .unsigned(swapped), text: "\(name) (LE): \(swapped) (\(TextFormat.hex(swapped, 4)))")
  }

  private static let echoes = EchoPairing(
    responseIn: .icmpRespIn, responseTo: .icmpRespTo, responseTime: .icmpResptime, timeLabel: "Response time")

  private static func echo(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ mark: NodeMark)
    throws(DissectionStop)
  {
    try identifiers(&tree, bytes, start)
    echoes.add(to: &tree, bytes, start, isRequest: bytes[start] == 8)
    tree.data(bytes, start + 8)
  }

  private static func error(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ type: UInt64, _ code: UInt64, _ mark: NodeMark
  ) throws(DissectionStop) {
    if type == 5 {
      try tree.ipv4(.icmpRedirGw, bytes, start + 4)
    } else if type == 3, code == 4 {
      try tree.bytes(.icmpUnused, bytes, start + 4, 2)
      try tree.number(.icmpMtu, bytes, start + 6, 2)
    } else if type == 12 {
      try tree.number(.icmpPointer, bytes, start + 4, 1)
    } else {
      try tree.bytes(.icmpUnused, bytes, start + 4, 4)
    }
    tree.quote(IPv4Dissector.dissector, bytes, start + 8)
  }

  private static func routerAdvertisement(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    try tree.number(.icmpNumAddrs, bytes, start + 4, 1)
    try tree.number(.icmpAddrEntrySize, bytes, start + 5, 1)
    try tree.number(.icmpLifetime, bytes, start + 6, 2)
  }

  private static func timestamps(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    try identifiers(&tree, bytes, start)
    try tree.number(.icmpOriginateTimestamp, bytes, start + 8, 4)
    try tree.number(.icmpReceiveTimestamp, bytes, start + 12, 4)
    try tree.number(.icmpTransmitTimestamp, bytes, start + 16, 4)
  }
}
