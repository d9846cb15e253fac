import Wire

/// The nodes of frames that other RFCs than HTTP/2's have added.
enum HTTP2ExtensionFrames {
  /// ALTSVC: other places where an origin can be had (RFC 7838 section 4).
  static func addAlternatives(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let length = Int(try tree.number(.http2AltsvcOriginLen, bytes, start, 2))
    if length > 0 { try tree.string(.http2AltsvcOrigin, bytes, start + 2, length) }
    let value = start + 2 + length
    if value < bytes.count { try tree.string(.http2AltsvcFieldValue, bytes, value, bytes.count - value) }
  }

  /// ORIGIN: the origins that a server answers for (RFC 8336 section 2).
  static func addOrigins(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    var position = start
    while position < bytes.count {
      let mark = tree.begin(.http2Origin, position..<bytes.count)
      let length = Int(try tree.number(.http2OriginOriginLen, bytes, position, 2))
      try tree.string(.http2OriginOrigin, bytes, position + 2, length)
      position += 2 + length
      tree.end(mark, at: position)
    }
  }

  /// PRIORITY_UPDATE: how much a response matters to the client (RFC 9218 section 7.1).
  static func addPriority(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    let stream = try bytes.number(4, at: start) & 0x7FFF_FFFF
    tree.add(.http2PriorityUpdateStreamId, start..<start + 4, .unsigned(stream))
    let value = start + 4
    try tree.string(.http2PriorityUpdateFieldValue, bytes, value, bytes.count - value)
  }
}
