import Exchanges
import TLS
import TextOutput
import Wire

/// The nodes of handshake messages (RFC 8446 section 4, RFC 5246 section 7.4).
enum TLSHandshakeFields {
  /// Adds the messages of a record, together with what earlier records had of the first; names them.
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ content: Range<Int>, _ facts: TLSFacts
  ) throws(DissectionStop) -> String {
    guard var whole = facts.session.partial.removeValue(forKey: facts.side) else {
      return try addMessages(&tree, bytes, content, facts)
    }
    whole.append(bytes.extracting(content))
    guard whole.count <= TLSSession.messageLimit else { return "message that is too long" }
    guard let length = length(whole.span, 0), whole.count >= 4 + length else {
      facts.session.partial[facts.side] = whole
      tree.add(.tlsHandshake, content, .none, text: "Handshake message: \(name(whole.first)), a part")
      return "\(name(whole.first)), a part"
    }
    tree.add(
      .tlsHandshake, content, .none, text: "Handshake message: \(name(whole.first)), the last part")
    guard let saved = tree.enter("Handshake message from records", whole) else { return "message" }
    let depth = tree.depth
    defer {
      tree.leave(saved)
      tree.depth = depth
    }
    return try addMessages(&tree, whole.span, 0..<whole.count, facts)
  }

  private static func addMessages(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ range: Range<Int>, _ facts: TLSFacts
  ) throws(DissectionStop) -> String {
    var names: [String] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let name = name(bytes[position])
      guard let length = length(bytes, position), position + 4 + length <= range.upperBound else {
        let rest = [UInt8](bytes.extracting(position..<range.upperBound))
        facts.session.partial[facts.side] = rest
        tree.add(
          .tlsHandshake, position..<range.upperBound, .none, text: "Handshake message: \(name), a part")
        names.append("\(name), a part")
        break
      }
      let end = position + 4 + length
      let mark = tree.begin(.tlsHandshake, position..<end, .none, text: "Handshake message: \(name)")
      try tree.number(.tlsHandshakeType, bytes, position, 1)
      try tree.number(.tlsHandshakeLength, bytes, position + 1, 3)
      try addBody(&tree, bytes.extracting(0..<end), position + 4, bytes[position], facts)
      tree.end(mark)
      names.append(name)
      position = end
    }
    return names.joined(separator: ", ")
  }

  static func name(_ type: UInt8?) -> String {
    type.flatMap { ValueNames.tlsHandshakeType[UInt64($0)] } ?? "of a type that is not known"
  }

  /// The length in the header of a message, without the header.
  private static func length(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    bytes.count >= start + 4 ? Int(bytes[start + 1]) << 16 + Int(bytes.uint16(at: start + 2)) : nil
  }

  /// Adds the message at `start`, behind its header; the bytes end with it.
  static func addBody(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ type: UInt8, _ facts: TLSFacts
  ) throws(DissectionStop) {
    switch type {
    case 1: try TLSHelloFields.add(&tree, bytes, start, isClient: true, facts.session)
    case 2:
      try TLSHelloFields.add(&tree, bytes, start, isClient: false, facts.session)
      let body = bytes.extracting(start..<bytes.count)
      if let hello = try? ServerHello(body), let name = hello.extensions.applicationProtocols(body).first {
        facts.session.applicationProtocol = name
      }
    case 4: try TLSTicketFields.add(&tree, bytes, start, isTLS13: facts.session.version == 0x0304)
    case 8:
      try addExtensions(&tree, bytes, start)
      let body = bytes.extracting(start..<bytes.count)
      if let message = try? EncryptedExtensions(body) {
        facts.session.applicationProtocol = message.extensions.applicationProtocols(body).first
      }
    case 11: try TLSCertificateFields.add(&tree, bytes, start, isTLS13: facts.session.version == 0x0304)
    case 13 where facts.session.version == 0x0304:
      let position = try TLSCertificateFields.addContext(&tree, bytes, start)
      try addExtensions(&tree, bytes, position)
    case 13 where facts.session.version == 0x0303:
      // After the types of certificates (RFC 5246 section 7.4.4).
      let types = Int(try bytes.byte(start))
      try TLSExtensionFields.addSignatures(&tree, bytes, start + 1 + types)
    case 15 where facts.session.version == 0x0303 || facts.session.version == 0x0304:
      try bytes.need(4, at: start)
      TLSExtensionFields.addSignature(&tree, bytes, start)
      let length = Int(try tree.number(.tlsHandshakeClientCertVrfySigLen, bytes, start + 2, 2))
      try tree.bytes(.tlsHandshakeClientCertVrfySig, bytes, start + 4, length)
    case 12: try TLSKeyExchangeFields.addServer(&tree, bytes, start, facts.session)
    case 16: try TLSKeyExchangeFields.addClient(&tree, bytes, start, facts.session)
    case 20: tree.add(.tlsHandshakeVerifyData, start..<bytes.count, .none)
    case 25: try TLSCertificateFields.addCompressed(&tree, bytes, start)
    case 24: try tree.number(.tlsHandshakeKeyUpdateRequestUpdate, bytes, start, 1)
    default: break
    }
  }

  /// A list of extensions of a message that is none of the hellos, with its length.
  static func addExtensions(_ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int) throws(DissectionStop) {
    let length = Int(try tree.number(.tlsHandshakeExtensionsLength, bytes, start, 2))
    try bytes.need(length, at: start + 2)
    let list = bytes.extracting(0..<start + 2 + length)
    var position = start + 2
    var print = TLSFingerprint(version: 0)
    while position < list.count { try TLSExtensionFields.add(&tree, list, &position, isClient: false, &print) }
  }
}
