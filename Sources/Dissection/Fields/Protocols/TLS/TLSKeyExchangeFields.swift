import TLS
import TextOutput
import Wire

/// The nodes of ServerKeyExchange and ClientKeyExchange (RFC 5246 section 7.4.3 and 7.4.7, RFC 8422 section 5.4 and 5.7).
enum TLSKeyExchangeFields {
  static func addServer(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ session: TLSSession
  ) throws(DissectionStop) {
    var position = start
    if isElliptic(session) {
      guard try tree.number(.tlsHandshakeServerCurveType, bytes, start, 1) == namedCurve else { return }
      try tree.number(.tlsHandshakeServerNamedCurve, bytes, start + 1, 2)
      let length = Int(try tree.number(.tlsHandshakeServerPointLen, bytes, start + 3, 1))
      try tree.bytes(.tlsHandshakeServerPoint, bytes, start + 4, length)
      position += 4 + length
    } else {
      // The prime, the generator and the server's number.
      for _ in 0..<3 {
        guard bytes.count >= position + 2 else { return }
        position += 2 + Int(bytes.uint16(at: position))
      }
    }
    addSignature(&tree, bytes, position, hasAlgorithm: session.version == 0x0303)
  }

  static func addClient(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ session: TLSSession
  ) throws(DissectionStop) {
    guard isElliptic(session) else { return }
    let length = Int(try tree.number(.tlsHandshakeClientPointLen, bytes, start, 1))
    try tree.bytes(.tlsHandshakeClientPoint, bytes, start + 1, length)
  }

  private static let namedCurve: UInt64 = 3

  private static func isElliptic(_ session: TLSSession) -> Bool {
    session.cipherSuite?.name?.contains("_ECDHE_") ?? false
  }

  /// What signs the server's key, unless the suite is anonymous.
  private static func addSignature(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, hasAlgorithm: Bool
  ) {
    let place = start + (hasAlgorithm ? 2 : 0)
    guard bytes.count >= place + 2, place + 2 + Int(bytes.uint16(at: place)) == bytes.count else { return }
    if hasAlgorithm { TLSExtensionFields.addSignature(&tree, bytes, start) }
    tree.add(.tlsHandshakeSigLen, place..<place + 2, .unsigned(UInt64(bytes.uint16(at: place))))
    tree.add(.tlsHandshakeSig, place + 2..<bytes.count, .bytes)
  }
}
