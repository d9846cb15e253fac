import Wire

/// The options of Multipath TCP (RFC 8684, RFC 6824), as they are in one segment.
enum MPTCPOptionFields {
  private static let dataFlags: [FieldID] = [
    .tcpOptionsMptcpDatafinFlag, .tcpOptionsMptcpDseqn8Flag, .tcpOptionsMptcpDseqnpresentFlag,
    .tcpOptionsMptcpDataack8Flag, .tcpOptionsMptcpDataackpresentFlag,
  ]
  private static let resetFlags: [FieldID] = [
    .tcpOptionsMptcpFlagUFlag, .tcpOptionsMptcpFlagVFlag, .tcpOptionsMptcpFlagWFlag, .tcpOptionsMptcpFlagTFlag,
  ]

  /// - Parameters:
  ///   - start: where the option begins, with its kind.
  ///   - bytes: what ends with the option.
  static func add(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    let length = bytes.count - start
    let first = try bytes.number(1, at: start + 2)
    let data = start + 3
    tree.bits(.tcpOptionsMptcpSubtype, of: first, start + 2..<data)
    switch first >> 4 {
    case 0: try capable(&tree, bytes, start, length, first)
    case 1: try join(&tree, bytes, start, length, first)
    case 2: try sequence(&tree, bytes, start)
    case 3: try address(&tree, bytes, start, length, first)
    case 4:
      tree.generate(.mptcpRmAddrCount, .unsigned(UInt64(length - 3)))
      for offset in data..<bytes.count { try tree.number(.tcpOptionsMptcpAddrid, bytes, offset, 1) }
    case 5:
      flags(&tree, [.tcpOptionsMptcpBackupFlag], first, start + 2)
      if length == 4 { try tree.number(.tcpOptionsMptcpAddrid, bytes, data, 1) }
    case 6:
      try reserved(&tree, bytes, start)
      try tree.run([.tcpOptionsMptcpRawdataseqno], bytes, start + 4)
    case 7:
      try reserved(&tree, bytes, start)
      try tree.run([.tcpOptionsMptcpRecvkey], bytes, start + 4)
    case 8:
      flags(&tree, resetFlags, first & 15, start + 2)
      try tree.number(.tcpOptionsMptcpRstReason, bytes, data, 1)
    default: break
    }
  }

  private static func flags(_ tree: inout TreeBuilder, _ fields: [FieldID], _ value: UInt64, _ offset: Int) {
    let range = offset..<offset + 1
    let mark = tree.begin(.tcpOptionsMptcpFlags, range, .unsigned(value))
    for field in fields { tree.bits(field, of: value, range) }
    tree.end(mark)
  }

  private static func reserved(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    tree.bits(.tcpOptionsMptcpReserved, of: try bytes.number(2, at: start + 2), start + 2..<start + 4)
  }

  private static func capable(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ length: Int, _ first: UInt64
  ) throws(DissectionStop) {
    let version = tree.bits(.tcpOptionsMptcpVersion, of: first, start + 2..<start + 3)
    let value = try bytes.number(1, at: start + 3)
    let range = start + 3..<start + 4
    let mark = tree.begin(.tcpOptionsMptcpFlags, range, .unsigned(value))
    tree.bits(.tcpOptionsMptcpChecksumreqFlags, of: value, range)
    tree.bits(.tcpOptionsMptcpExtensibilityFlag, of: value, range)
    if version == 1 { tree.bits(.tcpOptionsMptcpNomoresubflowsFlag, of: value, range) }
    tree.bits(version == 1 ? .tcpOptionsMptcpSha256Flag : .tcpOptionsMptcpSha1Flag, of: value, range)
    // One bit less of them is reserved since version 1.
    let reserved = (value & (version == 1 ? 0x1E : 0x3E)) >> 1
    tree.add(.tcpOptionsMptcpReservedFlag, range, .unsigned(reserved))
    tree.end(mark)
    var position = start + 4
    guard [12, 20, 22, 24].contains(length) else { return }
    position = try tree.run([.tcpOptionsMptcpSendkey], bytes, position)
    guard length >= 20 else { return }
    position = try tree.run([.tcpOptionsMptcpRecvkey], bytes, position)
    guard length >= 22 else { return }
    position = try tree.run([.tcpOptionsMptcpDatalvllen], bytes, position)
    if length == 24 { try tree.run([.tcpOptionsMptcpChecksum], bytes, position) }
  }

  private static func join(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ length: Int, _ first: UInt64
  ) throws(DissectionStop) {
    switch length {
    case 12, 16:
      flags(&tree, [.tcpOptionsMptcpBackupFlag], first, start + 2)
      let fields: [FieldID] =
        length == 12
        ? [.tcpOptionsMptcpAddrid, .tcpOptionsMptcpRecvtok, .tcpOptionsMptcpSendrand]
        : [.tcpOptionsMptcpAddrid, .tcpOptionsMptcpSendtrunchmac, .tcpOptionsMptcpSendrand]
      try tree.run(fields, bytes, start + 3)
    case 24:
      try reserved(&tree, bytes, start)
      try tree.run([.tcpOptionsMptcpSendhmac], bytes, start + 4)
    default: break
    }
  }

  private static func sequence(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    let value = try bytes.number(1, at: start + 3) & 0x1F
    flags(&tree, dataFlags, try bytes.number(1, at: start + 3), start + 3)
    var position = start + 4
    if value & 1 != 0 {
      let width = value & 2 != 0 ? 8 : 4
      try tree.number(.tcpOptionsMptcpRawdataack, bytes, position, width)
      position += width
    }
    guard value & 4 != 0 else { return }
    let width = value & 8 != 0 ? 8 : 4
    try tree.number(.tcpOptionsMptcpRawdataseqno, bytes, position, width)
    position = try tree.run([.tcpOptionsMptcpSubflowseqno, .tcpOptionsMptcpDatalvllen], bytes, position + width)
    if position + 2 <= bytes.count { try tree.run([.tcpOptionsMptcpChecksum], bytes, position) }
  }

  private static func address(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ length: Int, _ first: UInt64
  ) throws(DissectionStop) {
    let version = first & 15
    tree.bits(
      version == 4 || version == 6 ? .tcpOptionsMptcpIpver : .tcpOptionsMptcpEcho, of: first, start + 2..<start + 3)
    var fields: [FieldID] = [.tcpOptionsMptcpAddrid]
    if [8, 10, 16, 18].contains(length) { fields.append(.tcpOptionsMptcpIpv4) }
    if [20, 22, 28, 30].contains(length) { fields.append(.tcpOptionsMptcpIpv6) }
    if [10, 18, 22, 30].contains(length) { fields.append(.tcpOptionsMptcpPort) }
    if [16, 18, 28, 30].contains(length) { fields.append(.tcpOptionsMptcpAddaddrtrunchmac) }
    try tree.run(fields, bytes, start + 3)
  }
}
