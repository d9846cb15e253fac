import TextOutput
import Wire

/// The options of an IPv4 header (RFC 791, RFC 2113).
enum IPv4Options {
  /// The options that are taken apart.
  private static let known: Set<UInt8> = [7, 11, 12, 25, 68, 82, 130, 131, 133, 134, 136, 137, 148, 149]

  static func dissect(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ end: Int, _ lifetime: UInt64,
    _ route: IPv4SourceRoute?
  ) throws(DissectionStop) {
    try bytes.need(end - start, at: start)
    var position = start
    while position < end {
      let kind = bytes[position]
      if kind == 0 || kind == 1 {
        try addType(&tree, bytes, position)
        position += 1
        if kind == 0 { return }
        continue
      }
      guard position + 1 < end else { return invalid(&tree, kind, "has no room for its length") }
      let length = Int(bytes[position + 1])
      guard length >= 2 else { return invalid(&tree, kind, "has a length of \(length), which is too short") }
      guard position + length <= end else {
        return invalid(&tree, kind, "has a length of \(length), which is more than the options have left")
      }
      if known.contains(kind) {
        try addType(&tree, bytes, position)
        try tree.number(.ipOptLen, bytes, position + 1, 1)
        try addData(&tree, bytes.extracting(0..<position + length), position, kind, lifetime, route)
      } else {
        let name = "Option of type \(TextFormat.hex(UInt64(kind), 2)), \(length) bytes"
        tree.add(.text, position..<position + length, .none, text: "\(name)")
      }
      position += length
    }
  }

  private static func invalid(_ tree: inout TreeBuilder, _ kind: UInt8, _ reason: String) {
    tree.expert(.ipOptLenInvalid, .warning, "Option \(kind) \(reason)")
  }

  private static func addType(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int) throws(DissectionStop) {
    let value = try bytes.number(1, at: offset)
    let mark = tree.begin(.ipOptType, offset..<offset + 1, .unsigned(value))
    tree.bits(.ipOptTypeCopy, of: value, offset..<offset + 1)
    tree.bits(.ipOptTypeClass, of: value, offset..<offset + 1)
    tree.bits(.ipOptTypeNumber, of: value, offset..<offset + 1)
    tree.end(mark)
  }

  /// - Parameter bytes: what ends with the option.
  private static func addData(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, _ kind: UInt8, _ lifetime: UInt64,
    _ route: IPv4SourceRoute?
  ) throws(DissectionStop) {
    let length = bytes.count - offset
    switch kind {
    case 7, 131, 137:
      guard length >= 3 else { return }
      try addRoute(&tree, bytes, offset, isRecord: kind == 7, route)
    case 148:
      if length >= 4 { try tree.number(.ipOptRa, bytes, offset + 2, 2) }
    case 11 where length == 4, 12 where length == 4: try tree.number(.ipOptMtu, bytes, offset + 2, 2)
    case 68 where length >= 4: try addTimestamps(&tree, bytes, offset, length)
    case 136 where length >= 4: try tree.run([.ipOptSid], bytes, offset + 2)
    case 130: try addSecurity(&tree, bytes, offset, length)
    case 82 where length == 12:
      try tree.run([.ipOptIdNumber, .ipOptOhc, .ipOptRhc, .ipOptOriginator], bytes, offset + 2)
    case 25 where length == 8: try addQuickStart(&tree, bytes, offset, lifetime)
    default: break
    }
  }

  /// RFC 791, or RFC 1108 where the level is none of that one's.
  private static func addSecurity(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, _ length: Int
  ) throws(DissectionStop) {
    if length == 11, ValueNames.ipOptSecRfc791Sec[try bytes.number(2, at: offset + 2)] != nil {
      try tree.run([.ipOptSecRfc791Sec, .ipOptSecRfc791Comp], bytes, offset + 2)
      try tree.string(.ipOptSecRfc791Hr, bytes, offset + 6, 2)
      try tree.string(.ipOptSecRfc791Tcc, bytes, offset + 8, 3)
    } else {
      try tree.run([.ipOptSecCl], bytes, offset + 2)
    }
  }

  /// RFC 4782.
  private static func addQuickStart(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, _ lifetime: UInt64
  ) throws(DissectionStop) {
    let command = try bytes.number(1, at: offset + 2)
    let function = tree.bits(.ipOptQsFunc, of: command, offset + 2..<offset + 3)
    guard function == 0 || function == 8 else { return }
    tree.bits(.ipOptQsRate, of: command, offset + 2..<offset + 3)
    if function == 0 {
      let own = try tree.number(.ipOptQsTtl, bytes, offset + 3, 1)
      tree.generate(.ipOptQsTtlDiff, .unsigned((lifetime &- own) & 0xFF))
    } else {
      try tree.number(.ipOptQsUnused, bytes, offset + 3, 1)
    }
    let nonce = try bytes.number(4, at: offset + 4)
    tree.bits(.ipOptQsNonce, of: nonce, offset + 4..<offset + 8)
    tree.bits(.ipOptQsReserved, of: nonce, offset + 4..<offset + 8)
  }

  private static func addRoute(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, isRecord: Bool, _ route: IPv4SourceRoute?
  ) throws(DissectionStop) {
    let pointer = Int(try tree.number(.ipOptPtr, bytes, offset + 2, 1))
    guard pointer >= 4, pointer % 4 == 0 else { return }
    var place = 3
    while offset + place + 4 <= bytes.count {
      if offset + place == route?.destination {
        try IPv4Dissector.address(&tree, bytes, offset + place, .ipDst, .ipDstHost)
      } else if place + 1 < pointer {
        try addStop(&tree, bytes, offset + place, .ipRecRt, .ipRecRtHost)
      } else if isRecord {
        try addStop(&tree, bytes, offset + place, .ipEmptyRt, .ipEmptyRtHost)
      } else {
        try addStop(&tree, bytes, offset + place, .ipSrcRt, .ipSrcRtHost)
      }
      place += 4
    }
  }

  /// An address on the way.
  static func addStop(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ place: Int, _ field: FieldID, _ host: FieldID
  ) throws(DissectionStop) {
    let address = try tree.ipv4(field, bytes, place)
    if tree.wants(host) { tree.hide(host, place..<place + 4, .string(address.description)) }
  }

  private static func addTimestamps(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, _ length: Int)
    throws(DissectionStop)
  {
    try tree.number(.ipOptPtr, bytes, offset + 2, 1)
    let flags = try bytes.number(1, at: offset + 3)
    tree.bits(.ipOptOverflow, of: flags, offset + 3..<offset + 4)
    tree.bits(.ipOptFlag, of: flags, offset + 3..<offset + 4)
    var place = 4
    let hasAddresses = flags & 15 == 1 || flags & 15 == 3
    while place + (hasAddresses ? 8 : 4) <= length {
      if hasAddresses {
        try tree.ipv4(.ipOptTimeStampAddr, bytes, offset + place)
        place += 4
      }
      try tree.number(.ipOptTimeStamp, bytes, offset + place, 4)
      place += 4
    }
  }
}
