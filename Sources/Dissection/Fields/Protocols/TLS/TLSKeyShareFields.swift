import TextOutput

/// The nodes of the extension `key_share` (RFC 8446 section 4.2.8).
enum TLSKeyShareFields {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isClient: Bool
  ) throws(DissectionStop) {
    let mark = tree.begin(.text, start..<bytes.count, .none, text: "Key shares")
    defer { tree.end(mark) }
    if !isClient, bytes.count - start == 2 {
      try tree.number(.tlsHandshakeExtensionsKeyShareSelectedGroup, bytes, start, 2)
      return
    }
    var position = start
    if isClient {
      try tree.number(.tlsHandshakeExtensionsKeyShareClientLength, bytes, start, 2)
      position += 2
    }
    while position < bytes.count {
      let group = try bytes.number(2, at: position)
      let length = Int(try bytes.number(2, at: position + 2))
      try bytes.need(length, at: position + 4)
      let name = ValueNames.tlsHandshakeExtensionsSupportedGroup[group] ?? "group \(group)"
      let entry = tree.begin(
        .text, position..<position + 4 + length, .none,
        text: "Key share of \(name), \(length) bytes")
      try tree.number(.tlsHandshakeExtensionsKeyShareGroup, bytes, position, 2)
      try tree.number(.tlsHandshakeExtensionsKeyShareKeyExchangeLength, bytes, position + 2, 2)
      try tree.bytes(.tlsHandshakeExtensionsKeyShareKeyExchange, bytes, position + 4, length)
      tree.end(entry)
      position += 4 + length
    }
  }
}
