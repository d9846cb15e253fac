import TextOutput
import Wire

/// ICMP (RFC 792, RFC 950, RFC 1256).
enum ICMPDissector {
  static let declaration = ProtocolDeclaration(
    fields: FieldTable.icmp, entries: [.ipProtocol(1, to: dissector)],
    summaries: [summary])

  static let dissector = Dissector("icmp") { (tree, bytes, start) throws(DissectionStop) in
    let mark = tree.beginProtocol(.icmp, start..<bytes.count, text: "\(FieldID.icmp.field.label)")
    let type = try bytes.number(1, at: start)
    let code = try bytes.number(1, at: start + 1)
    tree.add(
      .icmpType, start..<start + 1, .unsigned(type), text: "Message type: \(type) (\(ICMPNames.type(type)))")
    tree.add(
      .icmpCode, start + 1..<start + 2, .unsigned(code),
      text: "Message code: \(code)\(ICMPNames.code(type, code).map { " (\($0))" } ?? "")")
    try addChecksum(&tree, bytes, start)
    switch type {
    case 0, 8: try echo(&tree, bytes, start, mark)
    case 3, 4, 5, 11, 12: try error(&tree, bytes, start, type, code, mark)
    case 9: try routerAdvertisement(&tree, bytes, start)
    case 42, 43: try extendedEcho(&tree, bytes, start, isRequest: type == 42)
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
        .icmpChecksum, .icmpChecksumStatus, range, claimed, isGood: nil, reason: ": fragmented")
    }
    var sum = InternetChecksum()
    sum.add(bytes, in: start..<bytes.count)
    let isGood = sum.folded == 0xFFFF
    tree.checksum(.icmpChecksum, .icmpChecksumStatus, range, claimed, isGood: isGood)
    if !isGood { tree.badChecksum(.icmpChecksumBad, bytes, in: start..<bytes.count, field: start + 2) }
  }

  private static func identifiers(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    let identifier = try bytes.number(2, at: start + 4)
    let sequence = try bytes.number(2, at: start + 6)
    pair(&tree, identifier, start + 4..<start + 6, .icmpIdent, .icmpIdentLe)
    pair(&tree, sequence, start + 6..<start + 8, .icmpSeq, .icmpSeqLe)
  }

  /// A number that hosts send in either byte order is shown in both.
  private static func pair(
    _ tree: inout TreeBuilder, _ value: UInt64, _ range: Range<Int>, _ big: FieldID, _ little: FieldID
  ) {
    let swapped = UInt64(UInt16(truncatingIfNeeded: value).byteSwapped)
    tree.add(big, range, .unsigned(value))
    tree.add(little, range, .unsigned(swapped))
  }

  private static let echoes = EchoPairing(
    responseIn: .icmpRespIn, responseTo: .icmpRespTo, responseTime: .icmpResptime)

  private static func echo(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ mark: NodeMark)
    throws(DissectionStop)
  {
    try identifiers(&tree, bytes, start)
    echoes.add(to: &tree, bytes, start, isRequest: bytes[start] == 8)
    tree.data(bytes, start + 8 + (sendingTime(&tree, bytes, start + 8) ? 8 : 0))
  }

  /// Many pings begin their data with the time of sending, in either byte order: what is within a day of the packet.
  private static func sendingTime(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) -> Bool {
    guard bytes.count >= start + 8 else { return false }
    let captured = tree.frame.timestamp.nanoseconds
    for isSwapped in [false, true] {
      let (first, second) = (bytes.uint32(at: start), bytes.uint32(at: start + 4))
      let seconds = Int64(isSwapped ? first.byteSwapped : first)
      let microseconds = Int64(isSwapped ? second.byteSwapped : second)
      guard abs(seconds - captured / 1_000_000_000) < 86_400, microseconds < 1_000_000 else { continue }
      let sent = seconds * 1_000_000_000 + microseconds * 1000
      tree.add(.icmpDataTime, start..<start + 8, .absoluteTime(sent))
      tree.add(.icmpDataTimeRelative, start..<start + 8, .relativeTime(captured - sent), traits: .generated)
      return true
    }
    return false
  }

  /// RFC 8335.
  private static func extendedEcho(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isRequest: Bool
  ) throws(DissectionStop) {
    let identifier = try bytes.number(2, at: start + 4)
    pair(&tree, identifier, start + 4..<start + 6, .icmpIdent, .icmpIdentLe)
    try tree.number(.icmpExtEchoSeq, bytes, start + 6, 1)
    let flags = try bytes.number(1, at: start + 7)
    let fields: [FieldID] =
      isRequest
      ? [.icmpExtEchoReqRes, .icmpExtEchoReqLocal]
      : [.icmpExtEchoRspState, .icmpExtEchoRspRes, .icmpExtEchoRspActive, .icmpExtEchoRspIpv4, .icmpExtEchoRspIpv6]
    for field in fields { tree.bits(field, of: flags, start + 7..<start + 8) }
    if isRequest, bytes.count > start + 8 { try ICMPExtensions.add(&tree, bytes, start + 8) }
  }

  private static func error(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ type: UInt64, _ code: UInt64, _ mark: NodeMark
  ) throws(DissectionStop) {
    let original = Int(try bytes.number(1, at: start + 5)) * 4
    switch (type, code) {
    case (5, _): try tree.ipv4(.icmpRedirGw, bytes, start + 4)
    case (4, _): break
    case (12, _): try tree.number(.icmpPointer, bytes, start + 4, 1)
    case (3, 4) where original == 0: try tree.bytes(.icmpUnused, bytes, start + 4, 2)
    default: try tree.bytes(.icmpUnused, bytes, start + 4, original > 0 ? 1 : 4)
    }
    if type == 3 || type == 11 || type == 12 {
      if original > 0 {
        try tree.number(.icmpLength, bytes, start + 5, 1)
        tree.generate(
          .icmpLengthOriginalDatagram, .unsigned(UInt64(original)))
      }
      if type == 3, code == 4 {
        try tree.number(.icmpMtu, bytes, start + 6, 2)
      } else if original > 0 {
        try tree.bytes(.icmpUnused, bytes, start + 6, 2)
      } else if type == 12 {
        try tree.bytes(.icmpUnused, bytes, start + 5, 3)
      }
    }
    let quoted = start + 8
    guard quoted < bytes.count else { return }
    let header = Int(bytes[quoted] & 15) * 4
    let claimed = bytes.count >= quoted + 4 ? Int(bytes.uint16(at: quoted + 2)) : 0
    // A redirect quotes eight bytes after the header; what has extensions says how much (RFC 4884).
    var end = bytes.count
    if type == 5 {
      end = min(end, quoted + header + 8)
    } else if original > 0, bytes.count > quoted + original, claimed > original {
      end = min(end, quoted + header + original)
    }
    tree.quote(IPv4Dissector.dissector, bytes.extracting(0..<end), quoted)
    if bytes.count > quoted + 128, claimed <= 128 {
      tree.depth = mark.depth &+ 1
      try ICMPExtensions.add(&tree, bytes, quoted + (original > 0 ? original : 128))
    }
  }

  private static func routerAdvertisement(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int)
    throws(DissectionStop)
  {
    try tree.number(.icmpNumAddrs, bytes, start + 4, 1)
    try tree.number(.icmpAddrEntrySize, bytes, start + 5, 1)
    try tree.number(.icmpLifetime, bytes, start + 6, 2)
    guard bytes[start + 5] == 2 else { return tree.data(bytes, start + 8) }
    for index in 0..<Int(bytes[start + 4]) {
      try tree.run([.icmpRouterAddress, .icmpPrefLevel], bytes, start + 8 + index * 8)
    }
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
