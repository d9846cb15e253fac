import RecordCiphers
public import Wire

/// What tells client programs apart by their ClientHello.
public struct ClientFingerprint: Hashable, Sendable {
  /// The transport that carries TLS: the first letter of JA4.
  public enum Carrier: String, Hashable, Sendable {
    /// TLS over TCP.
    case tcp = "t"
    /// TLS within QUIC (RFC 9001).
    case quic = "q"
    /// DTLS: datagrams (RFC 6347, RFC 9147).
    case datagrams = "d"
  }

  /// The text that JA3 hashes: version, suites, extensions, groups, point formats.
  public var ja3Text: String
  /// The MD5 of ``ja3Text``.
  public var ja3: String
  /// FoxIO's JA4: `t13d1516h2_8daaf6152771_b186095e22b6`.
  public var ja4: String
  /// The same with the lists themselves in place of their digests: JA4_r.
  public var ja4Text: String

  /// - Parameter body: the ClientHello without its header.
  public init(_ body: Span<UInt8>, over carrier: Carrier = .tcp) throws(WireError) {
    let hello = try ClientHello(body, hasCookie: carrier == .datagrams)
    ja3Text = Self.ja3Text(hello, body)
    ja3 = Self.hexadecimal(Hash.md5.digest(Array(ja3Text.utf8)))
    (ja4, ja4Text) = Self.ja4(hello, body, carrier)
  }

  private static func ja3Text(_ hello: ClientHello, _ body: Span<UInt8>) -> String {
    let formats = hello.extensions[.pointFormats].map { body.copy($0).dropFirst().map(UInt16.init) } ?? []
    return JA3.text(
      version: hello.legacyVersion.rawValue,
      lists: [
        body.numbers(hello.cipherSuites), hello.extensions.entries.map(\.type.rawValue),
        hello.extensions.numbers(.supportedGroups, body), formats,
      ])
  }

  private static func ja4(
    _ hello: ClientHello, _ body: Span<UInt8>, _ carrier: Carrier
  ) -> (digest: String, text: String) {
    let suites = body.numbers(hello.cipherSuites).filter { !JA3.isGREASE($0) }
    let types = hello.extensions.entries.map(\.type.rawValue).filter { !JA3.isGREASE($0) }
    let signatures = hello.extensions.numbers(.signatureAlgorithms, body).filter { !JA3.isGREASE($0) }
    let version = hello.versions(body).filter { !JA3.isGREASE($0.rawValue) }
      .max { $0.overStreams < $1.overStreams }
    let sortedSuites = suites.map(fourDigits).sorted().joined(separator: ",")
    let sortedTypes = types.filter { $0 != 0 && $0 != 16 }.map(fourDigits).sorted().joined(separator: ",")
    let algorithms = signatures.map(fourDigits).joined(separator: ",")
    let choices = sortedTypes + (algorithms.isEmpty ? "" : "_" + algorithms)
    let start =
      carrier.rawValue + versionDigits(version) + (types.contains(0) ? "d" : "i") + twoDigits(suites.count)
      + twoDigits(types.count) + protocolLetters(hello, body) + "_"
    return (
      start + digest(sortedSuites) + "_" + digest(choices, isEmpty: sortedTypes.isEmpty),
      start + sortedSuites + "_" + choices
    )
  }

  /// The first and the last character of the first application protocol; of other protocols than text, hexadecimal digits.
  private static func protocolLetters(_ hello: ClientHello, _ body: Span<UInt8>) -> String {
    guard let content = hello.extensions[.applicationProtocols], content.count > 3 else { return "00" }
    var reader = VectorReader(content.lowerBound + 2..<content.upperBound)
    guard let name = try? reader.vector(1, body), let last = name.last else { return "00" }
    let ends = [body[name.lowerBound], body[last]]
    if ends.allSatisfy(isLetterOrDigit) { return String(decoding: ends, as: UTF8.self) }
    let digits = ends.map { hexadecimal([$0]) }
    return String(digits[0].prefix(1)) + String(digits[1].suffix(1))
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"):
      true
    default: false
    }
  }

  private static func versionDigits(_ version: ProtocolVersion?) -> String {
    switch version?.rawValue {
    case 0x0304: "13"
    case 0x0303: "12"
    case 0x0302: "11"
    case 0x0301: "10"
    case 0x0300: "s3"
    case 0x0002: "s2"
    case 0xFEFC: "d3"
    case 0xFEFD: "d2"
    case 0xFEFF: "d1"
    default: "00"
    }
  }

  /// The beginning of the SHA-256 of a list; zeros if there is none.
  private static func digest(_ list: String, isEmpty: Bool? = nil) -> String {
    isEmpty ?? list.isEmpty ? "000000000000" : String(hexadecimal(Hash.sha256.digest(Array(list.utf8))).prefix(12))
  }

  private static func twoDigits(_ count: Int) -> String {
    let text = String(min(99, count))
    return text.utf8.count == 1 ? "0" + text : text
  }

  private static func fourDigits(_ number: UInt16) -> String {
    hexadecimal([UInt8(number >> 8), UInt8(number & 0xFF)])
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    String(decoding: Hexadecimal.encode(bytes), as: UTF8.self)
  }
}
