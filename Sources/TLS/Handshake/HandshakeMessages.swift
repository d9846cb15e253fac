public import Wire

// The smaller messages. All ranges are about the message's body: the message without its header of four bytes.

/// EncryptedExtensions (RFC 8446 section 4.3.1).
public struct EncryptedExtensions: Hashable, Sendable {
  /// The extensions, in order.
  public var extensions: HelloExtensions

  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ body: Span<UInt8>) throws(WireError) {
    var reader = VectorReader(0..<body.count)
    extensions = try HelloExtensions(body, try reader.vector(2, body))
  }
}

/// Certificate (RFC 8446 section 4.4.2, RFC 5246 section 7.4.2).
public struct CertificateMessage: Hashable, Sendable {
  /// Empty before TLS 1.3.
  public var requestContext: Range<Int>
  /// The certificates in DER, the peer's own first.
  public var certificates: [Range<Int>] = []

  /// - Parameter version: the version of the connection, on which the format depends.
  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ body: Span<UInt8>, version: ProtocolVersion) throws(WireError) {
    var reader = VectorReader(0..<body.count)
    let hasContext = version >= .tls13
    requestContext = hasContext ? try reader.vector(1, body) : 0..<0
    var list = VectorReader(try reader.vector(3, body))
    while !list.isAtEnd {
      certificates.append(try list.vector(3, body))
      if hasContext { _ = try list.vector(2, body) }
    }
  }
}

/// CertificateVerify (RFC 8446 section 4.4.3, RFC 5246 section 7.4.8); since TLS 1.2.
public struct CertificateVerify: Hashable, Sendable {
  /// A code of ``RegisteredNames/tlsSignatureSchemes``.
  public var signatureScheme: UInt16
  /// Where the signature is.
  public var signature: Range<Int>

  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ body: Span<UInt8>) throws(WireError) {
    var reader = VectorReader(0..<body.count)
    signatureScheme = UInt16(try reader.number(2, body))
    signature = try reader.vector(2, body)
  }
}

/// CertificateRequest (RFC 8446 section 4.3.2, RFC 5246 section 7.4.4).
public struct CertificateRequest: Hashable, Sendable {
  /// Codes of ``RegisteredNames/tlsSignatureSchemes``; none before TLS 1.2.
  public var signatureSchemes: [UInt16] = []
  /// Since TLS 1.3.
  public var extensions = HelloExtensions()

  /// - Parameter version: the version of the connection, on which the format depends.
  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ body: Span<UInt8>, version: ProtocolVersion) throws(WireError) {
    var reader = VectorReader(0..<body.count)
    if version >= .tls13 {
      _ = try reader.vector(1, body)
      extensions = try HelloExtensions(body, try reader.vector(2, body))
      signatureSchemes = extensions.numbers(.signatureAlgorithms, body)
    } else {
      _ = try reader.vector(1, body)
      if version == .tls12 { signatureSchemes = body.numbers(try reader.vector(2, body)) }
    }
  }
}

/// NewSessionTicket (RFC 8446 section 4.6.1, RFC 5077 section 3.3).
public struct NewSessionTicket: Hashable, Sendable {
  /// In seconds.
  public var lifetime: UInt32
  /// Since TLS 1.3.
  public var nonce: Range<Int>
  /// Where the ticket is.
  public var ticket: Range<Int>
  /// The extensions, in order.
  public var extensions = HelloExtensions()

  /// - Parameter version: the version of the connection, on which the format depends.
  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ body: Span<UInt8>, version: ProtocolVersion) throws(WireError) {
    var reader = VectorReader(0..<body.count)
    lifetime = UInt32(try reader.number(4, body))
    guard version >= .tls13 else {
      nonce = 0..<0
      ticket = try reader.vector(2, body)
      return
    }
    _ = try reader.skip(4)
    nonce = try reader.vector(1, body)
    ticket = try reader.vector(2, body)
    extensions = try HelloExtensions(body, try reader.vector(2, body))
  }

  /// The early data that the server would take, in bytes (RFC 8446 section 4.2.10).
  public func earlyDataLimit(_ body: Span<UInt8>) -> UInt32? {
    guard let content = extensions[.earlyData], content.count == 4 else { return nil }
    return body.uint32(at: content.lowerBound)
  }
}

/// KeyUpdate (RFC 8446 section 4.6.3).
public struct KeyUpdate: Hashable, Sendable {
  /// Whether the peer shall change its key, too.
  public var isRequested: Bool

  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ body: Span<UInt8>) throws(WireError) {
    var reader = VectorReader(0..<body.count)
    isRequested = try reader.number(1, body) == 1
  }
}

/// ServerKeyExchange with an elliptic curve (RFC 8422 section 5.4).
public struct ServerKeyExchange: Hashable, Sendable {
  /// A code of ``RegisteredNames/tlsSupportedGroups``.
  public var group: UInt16
  /// Where the server's public key is.
  public var publicKey: Range<Int>
  /// What follows the parameters: the signature, with its algorithm since TLS 1.2.
  public var signature: Range<Int>

  /// - Throws: also where the parameters are not a named curve, as in a key exchange with finite fields.
  public init(_ body: Span<UInt8>) throws(WireError) {
    var reader = VectorReader(0..<body.count)
    guard try reader.number(1, body) == 3 else {
      throw WireError(.tls, .badVersion, offset: 0, required: 1, available: body.count)
    }
    group = UInt16(try reader.number(2, body))
    publicKey = try reader.vector(1, body)
    signature = reader.rest
  }
}

/// ClientKeyExchange with RSA (RFC 5246 section 7.4.7.1).
public struct RSAClientKeyExchange: Hashable, Sendable {
  /// Where the encrypted secret is.
  public var encryptedPremasterSecret: Range<Int>

  /// - Throws: `WireError` if it is truncated or malformed.
  public init(_ body: Span<UInt8>) throws(WireError) {
    var reader = VectorReader(0..<body.count)
    encryptedPremasterSecret = try reader.vector(2, body)
  }
}
