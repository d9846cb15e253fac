public import Wire

/// A ServerHello or a HelloRetryRequest (RFC 8446 sections 4.1.3 and 4.1.4, RFC 5246 section 7.4.1.3). Its ranges are about the
/// message's body.
public struct ServerHello: Hashable, Sendable {
  /// The version of the header; TLS 1.3 is said in an extension.
  public var legacyVersion: ProtocolVersion
  /// Where the random number is.
  public var random: Range<Int>
  /// Where the session identifier is.
  public var sessionID: Range<Int>
  /// The cipher suite that was chosen.
  public var cipherSuite: CipherSuite
  /// The compression method that was chosen; 0 for none.
  public var compressionMethod: UInt8
  /// The extensions, in order.
  public var extensions: HelloExtensions
  /// Whether it asks for another ClientHello.
  public var isHelloRetryRequest: Bool

  /// - Parameter body: the message without its header of four bytes.
  public init(_ body: Span<UInt8>) throws(WireError) {
    var reader = VectorReader(0..<body.count)
    legacyVersion = ProtocolVersion(rawValue: UInt16(try reader.number(2, body)))
    let random = try reader.skip(32)
    self.random = random
    let isShort = legacyVersion.hasShortServerHello
    sessionID = isShort ? random.upperBound..<random.upperBound : try reader.vector(1, body)
    cipherSuite = CipherSuite(rawValue: UInt16(try reader.number(2, body)))
    compressionMethod = isShort ? 0 : UInt8(try reader.number(1, body))
    extensions =
      reader.isAtEnd ? HelloExtensions() : try HelloExtensions(body, try reader.vector(2, body))
    isHelloRetryRequest = (0..<32).allSatisfy { body[random.lowerBound + $0] == Self.retryRandom[$0] }
  }

  /// The version selected.
  public func version(_ body: Span<UInt8>) -> ProtocolVersion {
    extensions.versions(body, isClient: false).first ?? legacyVersion
  }

  /// SHA-256 of "HelloRetryRequest".
  private static let retryRandom: [UInt8] = [
    0xCF, 0x21, 0xAD, 0x74, 0xE5, 0x9A, 0x61, 0x11, 0xBE, 0x1D, 0x8C, 0x02, 0x1E, 0x65, 0xB8, 0x91,
    0xC2, 0xA2, 0x11, 0x16, 0x7A, 0xBB, 0x8C, 0x5E, 0x07, 0x9E, 0x09, 0xE2, 0xC8, 0xA8, 0x33, 0x9C,
  ]
}
