import Wire

/// The options of an IPv4 header (RFC 791, RFC 2113).
enum IPv4Options {
  static func dissect(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ end: Int)
    throws(DissectionStop)
  {
    try bytes.need(end - start, at: start)
    var position = start
    while position < end {
      let kind = bytes[position]
      if kind == 0 || kind == 1 {
        try addType(&tree, bytes, position)
        position += 1
        if kind == 0 { break }
        continue
      }
      guard position + 1 < end else { throw .malformed }
      let length = Int(bytes[position + 1])
      guard length >= 2, position + length <= end else { throw .malformed }
      try addType(&tree, bytes, position)
      try tree.number(.ipOptLen, bytes, position + 1, 1)
      try addData(&tree, bytes, position, length, kind)
      position += length
    }
    if position < end { try tree.bytes(.ipOptPadding, bytes, position, end - position) }
  }

  private static func addType(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int) throws(DissectionStop) {
    let value = try bytes.number(1, at: offset)
    let mark = tree.begin(.ipOptType, offset..<offset + 1, .unsigned(value))
    tree.bits(.ipOptTypeCopy, of: value, offset..<offset + 1)
    tree.bits(.ipOptTypeClass, of: value, offset..<offset + 1)
    tree.bits(.ipOptTypeNumber, of: value, offset..<offset + 1)
    tree.end(mark)
  }

  private static func addData(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, _ length: Int, _ kind: UInt8
  ) throws(DissectionStop) {
    switch kind {
    case 7, 131, 137:
      guard length >= 3 else { return }
      try addRoute(&tree, bytes, offset, length, isRecord: kind == 7)
    case 148 where length == 4: try tree.number(.ipOptRa, bytes, offset + 2, 2)
    case 11 where length == 4, 12 where length == 4: try tree.number(.ipOptMtu, bytes, offset + 2, 2)
    case 68 where length >= 4: try addTimestamps(&tree, bytes, offset, length)
    default: break
    }
  }

  private static func addRoute(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ offset: Int, _ length: Int, isRecord: Bool
  ) throws(DissectionStop) {
    let pointer = Int(try tree.number(.ipOptPtr, bytes, offset + 2, 1))
    var place = 3
    while place + 4 <= length {
      let passed = place + 1 < pointer
      let next = place + 1 == pointer
      let (field, host): (FieldID, FieldID) =
        isRecord
        ? (passed ? (.ipRecRt, .ipRecRtHost) : (.ipEmptyRt, .ipEmptyRtHost))
        : (passed ? (.ipRecRt, .ipRecRtHost) : next ? (.ipCurRt, .ipCurRtHost) : (.ipSrcRt, .ipSrcRtHost))
      let address = try tree.ipv4(field, bytes, offset + place)
      if tree.wants(host) {
        tree.hide(host, offset + place..<offset + place + 4, .string(address.description))
      }
      place += 4
    }
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
