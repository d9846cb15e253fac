import Streams
import TextOutput
import Wire

/// The nodes of handshake messages and their fragments (RFC 6347 section 4.2, RFC 9147 section 5).
enum DTLSHandshakeFields {
  /// Adds the messages of a record, and those that its fragments complete.
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ content: Range<Int>, _ conversation: DTLSConversation
  ) throws(DissectionStop) {
    var position = content.lowerBound
    while position < content.upperBound {
      try bytes.need(DTLSHandshakeHeader.length, at: position)
      guard let header = DTLSHandshakeHeader(bytes, at: position) else { throw .malformed }
      let body = position + DTLSHandshakeHeader.length
      let end = min(content.upperBound, body + header.fragment.count)
      let words = "Handshake message: \(TLSHandshakeFields.name(header.type))\(header.isWhole ? "" : ", a part")"
      let mark = tree.begin(.dtlsHandshake, position..<end, .none, text: "\(words)")
      try addHeader(&tree, bytes, position)
      try bytes.need(header.fragment.count, at: body)
      let fragment = bytes.extracting(0..<body + header.fragment.count)
      if header.isWhole {
        try addBody(&tree, fragment, body, header, conversation)
      } else {
        try join(&tree, fragment, body, header, conversation)
      }
      tree.end(mark)
      position = body + header.fragment.count
    }
  }

  private static func addHeader(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    try tree.number(.dtlsHandshakeType, bytes, start, 1)
    try tree.number(.dtlsHandshakeLength, bytes, start + 1, 3)
    try tree.number(.dtlsHandshakeMessageSeq, bytes, start + 4, 2)
    try tree.number(.dtlsHandshakeFragmentOffset, bytes, start + 6, 3)
    try tree.number(.dtlsHandshakeFragmentLength, bytes, start + 9, 3)
  }

  private static func join(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ header: DTLSHandshakeHeader,
    _ conversation: DTLSConversation
  ) throws(DissectionStop) {
    guard !tree.context.isQuoted, let source = tree.context.source, let destination = tree.context.destination,
      let whole = tree.state.dtls.join(
        bytes.extracting(start..<bytes.count), header, of: conversation, from: source, to: destination,
        frame: tree.frame.number),
      let saved = tree.enter("Handshake message from fragments", whole.bytes)
    else { return }
    defer { tree.leave(saved) }
    addFragments(&tree, whole)
    try addBody(&tree, whole.bytes.span, 0, header, conversation)
  }

  private static func addFragments(_ tree: inout TreeBuilder, _ whole: ReassembledPacket) {
    let mark = tree.begin(
      .dtlsFragments, 0..<whole.bytes.count, .none, traits: .generated,
      text: "[Message of \(whole.bytes.count) bytes from \(whole.pieces.count) fragments]")
    for piece in whole.pieces {
      tree.add(.dtlsFragment, piece.range, .unsigned(UInt64(piece.frame)), traits: .generated)
    }
    tree.generate(.dtlsFragmentCount, .unsigned(UInt64(whole.pieces.count)))
    tree.generate(.dtlsReassembledLength, .unsigned(UInt64(whole.bytes.count)))
    tree.end(mark)
  }

  private static func addBody(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ header: DTLSHandshakeHeader,
    _ conversation: DTLSConversation
  ) throws(DissectionStop) {
    try tree.addFieldsOfDTLS { (tree) throws(DissectionStop) in
      guard header.type == 3 else {
        let facts = TLSFacts(session: conversation.session, side: .first)
        return try TLSHandshakeFields.addBody(&tree, bytes, start, header.type, facts)
      }
      // HelloVerifyRequest (RFC 6347 section 4.2.1).
      try tree.number(.tlsHandshakeVersion, bytes, start, 2)
      var position = start + 2
      try addCookie(&tree, bytes, &position)
    }
  }

  /// The cookie with which a client shows that it receives what is sent to its address.
  static func addCookie(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(DissectionStop) {
    let length = Int(try tree.number(.dtlsHandshakeCookieLength, bytes, position, 1))
    if length > 0 { try tree.bytes(.dtlsHandshakeCookie, bytes, position + 1, length) }
    position += 1 + length
  }

  /// The extension `use_srtp` (RFC 5764 section 4.1.1).
  static func addUseSRTP(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    let length = Int(try tree.number(.dtlsUseSrtpProtectionProfilesLength, bytes, start, 2))
    try bytes.need(length, at: start + 2)
    for place in stride(from: start + 2, to: start + 1 + length, by: 2) {
      try tree.number(.dtlsUseSrtpProtectionProfile, bytes, place, 2)
    }
    let identifier = Int(try tree.number(.dtlsUseSrtpMkiLength, bytes, start + 2 + length, 1))
    if identifier > 0 { try tree.bytes(.dtlsUseSrtpMki, bytes, start + 3 + length, identifier) }
  }
}
