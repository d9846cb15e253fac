import TextOutput
import Wire

/// The nodes of the extension `pre_shared_key` (RFC 8446 section 4.2.11).
enum TLSPreSharedKeyFields {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isClient: Bool
  ) throws(DissectionStop) {
    let mark = tree.begin(.text, start..<bytes.count, .none, text: "Pre-shared keys")
    defer { tree.end(mark) }
    guard isClient else {
      try tree.number(.tlsHandshakeExtensionsPskIdentitySelected, bytes, start, 2)
      return
    }
    let identities = Int(try tree.number(.tlsHandshakeExtensionsPskIdentitiesLength, bytes, start, 2))
    try bytes.need(identities, at: start + 2)
    var position = start + 2
    while position < start + 2 + identities {
      let length = Int(try bytes.number(2, at: position))
      try bytes.need(length + 4, at: position + 2)
      let entry = tree.begin(
        .text, position..<position + length + 6, .none, text: "Pre-shared key, identity of \(length) bytes")
      try tree.number(.tlsHandshakeExtensionsPskIdentityIdentityLength, bytes, position, 2)
      try tree.bytes(.tlsHandshakeExtensionsPskIdentityIdentity, bytes, position + 2, length)
      try tree.number(.tlsHandshakeExtensionsPskIdentityObfuscatedTicketAge, bytes, position + 2 + length, 4)
      tree.end(entry)
      position += length + 6
    }
    let binders = Int(try tree.number(.tlsHandshakeExtensionsPskBindersLen, bytes, position, 2))
    try bytes.need(binders, at: position + 2)
    tree.add(.tlsHandshakeExtensionsPskBinders, position + 2..<position + 2 + binders, .none)
  }
}
