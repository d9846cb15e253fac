import Exchanges
import TLS
import TextOutput
import Wire

/// The nodes of ClientHello and ServerHello.
enum TLSHelloFields {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isClient: Bool, _ session: TLSSession
  ) throws(DissectionStop) {
    let version = UInt16(truncatingIfNeeded: try bytes.number(2, at: start))
    let isShort = !isClient && ProtocolVersion(rawValue: version).hasShortServerHello
    if !isClient {
      let chosen = ProtocolVersion(
        rawValue: isShort ? version : try TLSExtensionFields.chosenVersion(bytes, start) ?? version)
      session.version = (chosen.isDraftOfTLS13 ? .tls13 : chosen.overStreams).rawValue
    }
    try tree.number(.tlsHandshakeVersion, bytes, start, 2)
    try addRandom(&tree, bytes, start + 2, hasTime: session.version != 0x0304)
    var position = start + 34
    if !isShort { try addSessionID(&tree, bytes, &position) }
    if isClient, session.carrier == .datagrams { try DTLSHandshakeFields.addCookie(&tree, bytes, &position) }
    var print = TLSFingerprint(version: version)
    if isClient {
      try addSuites(&tree, bytes, &position, &print)
      try addMethods(&tree, bytes, &position)
    } else {
      let suite = UInt16(truncatingIfNeeded: try tree.number(.tlsHandshakeCiphersuite, bytes, position, 2))
      print.suites.append(suite)
      session.cipherSuite = CipherSuite(rawValue: suite)
      position += 2
      if !isShort {
        try tree.number(.tlsHandshakeCompMethod, bytes, position, 1)
        position += 1
      }
    }
    if position < bytes.count {
      try tree.number(.tlsHandshakeExtensionsLength, bytes, position, 2)
      position += 2
      while position < bytes.count {
        try TLSExtensionFields.add(&tree, bytes, &position, isClient: isClient, &print)
      }
    }
    if isClient { addFingerprint(&tree, bytes.extracting(start..<bytes.count), session.carrier) }
    print.add(to: &tree, isClient: isClient)
  }

  /// JA4, before JA3 as in Wireshark.
  private static func addFingerprint(
    _ tree: inout TreeBuilder, _ body: Span<UInt8>, _ carrier: ClientFingerprint.Carrier
  ) {
    guard tree.wants(.tlsHandshakeJa4) || tree.wants(.tlsHandshakeJa4R) else { return }
    guard let print = try? ClientFingerprint(body, over: carrier) else { return }
    tree.generate(.tlsHandshakeJa4, .string(print.ja4))
    tree.generate(.tlsHandshakeJa4R, .string(print.ja4Text))
  }

  private static func addSessionID(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(DissectionStop) {
    let length = Int(try tree.number(.tlsHandshakeSessionIdLength, bytes, position, 1))
    if length > 0 { try tree.bytes(.tlsHandshakeSessionId, bytes, position + 1, length) }
    position += 1 + length
  }

  private static func addRandom(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, hasTime: Bool
  ) throws(DissectionStop) {
    try bytes.need(32, at: start)
    let mark = tree.begin(.tlsHandshakeRandom, start..<start + 32, .bytes)
    if hasTime {
      let seconds = Int64(bytes.uint32(at: start))
      tree.add(.tlsHandshakeRandomTime, start..<start + 4, .absoluteTime(seconds * 1_000_000_000))
      tree.add(.tlsHandshakeRandomBytes, start + 4..<start + 32, .bytes)
    }
    tree.end(mark)
  }

  private static func addSuites(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: inout Int, _ print: inout TLSFingerprint
  ) throws(DissectionStop) {
    let length = Int(try tree.number(.tlsHandshakeCipherSuitesLength, bytes, position, 2))
    position += 2
    try bytes.need(length, at: position)
    let mark = tree.begin(
      .tlsHandshakeCiphersuites, position..<position + length, .none,
      text: "Cipher suites offered: \(length / 2)")
    for place in stride(from: position, to: position + length - 1, by: 2) {
      print.suites.append(UInt16(truncatingIfNeeded: try tree.number(.tlsHandshakeCiphersuite, bytes, place, 2)))
    }
    tree.end(mark)
    position += length
  }

  private static func addMethods(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ position: inout Int
  ) throws(DissectionStop) {
    let length = Int(try tree.number(.tlsHandshakeCompMethodsLength, bytes, position, 1))
    position += 1
    try bytes.need(length, at: position)
    let mark = tree.begin(
      .tlsHandshakeCompMethods, position..<position + length, .none,
      text: "Compression methods offered: \(length)")
    for place in position..<position + length { try tree.number(.tlsHandshakeCompMethod, bytes, place, 1) }
    tree.end(mark)
    position += length
  }
}
