import Wire

/// The nodes of a NewSessionTicket message (RFC 8446 section 4.6.1, RFC 5077 section 3.3).
enum TLSTicketFields {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isTLS13: Bool
  ) throws(DissectionStop) {
    try tree.number(.tlsHandshakeSessionTicketLifetimeHint, bytes, start, 4)
    var position = start + 4
    if isTLS13 {
      try tree.number(.tlsHandshakeSessionTicketAgeAdd, bytes, position, 4)
      let nonce = Int(try tree.number(.tlsHandshakeSessionTicketNonceLength, bytes, position + 4, 1))
      if nonce > 0 { try tree.bytes(.tlsHandshakeSessionTicketNonce, bytes, position + 5, nonce) }
      position += 5 + nonce
    }
    let length = Int(try tree.number(.tlsHandshakeSessionTicketLength, bytes, position, 2))
    try tree.bytes(.tlsHandshakeSessionTicket, bytes, position + 2, length)
    if isTLS13 { try TLSHandshakeFields.addExtensions(&tree, bytes, position + 2 + length) }
  }
}
