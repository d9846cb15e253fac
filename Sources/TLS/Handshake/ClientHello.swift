public import Wire

/// A ClientHello (RFC 8446 section 4.1.2, RFC 5246 section 7.4.1.2). Its ranges are about the message's body.
public struct ClientHello: Hashable, Sendable {
  /// Since TLS 1.3 the versions are in an extension.
  public var legacyVersion: ProtocolVersion
  /// Where the random number is.
  public var random: Range<Int>
  /// Where the session identifier is.
  public var sessionID: Range<Int>
  /// Where the cipher suites are.
  public var cipherSuites: Range<Int>
  /// Where the compression methods are.
  public var compressionMethods: Range<Int>
  /// The extensions, in order.
  public var extensions: HelloExtensions

  /// - Parameters:
  ///   - body: the message without its header.
  ///   - hasCookie: true in DTLS, where a cookie follows the session identifier (RFC 6347 section 4.2.1).
  public init(_ body: Span<UInt8>, hasCookie: Bool = false) throws(WireError) {
    var reader = VectorReader(0..<body.count)
    legacyVersion = ProtocolVersion(rawValue: UInt16(try reader.number(2, body)))
    random = try reader.skip(32)
    sessionID = try reader.vector(1, body)
    if hasCookie { _ = try reader.vector(1, body) }
    cipherSuites = try reader.vector(2, body)
    compressionMethods = try reader.vector(1, body)
    extensions =
      reader.isAtEnd ? HelloExtensions() : try HelloExtensions(body, try reader.vector(2, body))
  }

  /// The cipher suites, most wanted first.
  public func suites(_ body: Span<UInt8>) -> [CipherSuite] { body.numbers(cipherSuites).map(CipherSuite.init) }

  /// The versions offered; the legacy version if the extension is missing.
  public func versions(_ body: Span<UInt8>) -> [ProtocolVersion] {
    let versions = extensions.versions(body, isClient: true)
    return versions.isEmpty ? [legacyVersion] : versions
  }
}
