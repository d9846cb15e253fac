/// The kind of a handshake message (RFC 8446 section 4, RFC 5246 section 7.4).
public struct HandshakeType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// hello_request (RFC 5246 section 7.4.1.1).
  public static let helloRequest = HandshakeType(rawValue: 0)
  /// client_hello (RFC 8446 section 4.1.2).
  public static let clientHello = HandshakeType(rawValue: 1)
  /// Also a HelloRetryRequest, which only its random tells apart (RFC 8446 section 4.1.3).
  public static let serverHello = HandshakeType(rawValue: 2)
  /// new_session_ticket (RFC 8446 section 4.6.1).
  public static let newSessionTicket = HandshakeType(rawValue: 4)
  /// end_of_early_data (RFC 8446 section 4.5).
  public static let endOfEarlyData = HandshakeType(rawValue: 5)
  /// encrypted_extensions (RFC 8446 section 4.3.1).
  public static let encryptedExtensions = HandshakeType(rawValue: 8)
  /// certificate (RFC 8446 section 4.4.2).
  public static let certificate = HandshakeType(rawValue: 11)
  /// server_key_exchange (RFC 5246 section 7.4.3).
  public static let serverKeyExchange = HandshakeType(rawValue: 12)
  /// certificate_request (RFC 8446 section 4.3.2).
  public static let certificateRequest = HandshakeType(rawValue: 13)
  /// server_hello_done (RFC 5246 section 7.4.5).
  public static let serverHelloDone = HandshakeType(rawValue: 14)
  /// certificate_verify (RFC 8446 section 4.4.3).
  public static let certificateVerify = HandshakeType(rawValue: 15)
  /// client_key_exchange (RFC 5246 section 7.4.7).
  public static let clientKeyExchange = HandshakeType(rawValue: 16)
  /// finished (RFC 8446 section 4.4.4).
  public static let finished = HandshakeType(rawValue: 20)
  /// certificate_status (RFC 6066 section 8).
  public static let certificateStatus = HandshakeType(rawValue: 22)
  /// key_update (RFC 8446 section 4.6.3).
  public static let keyUpdate = HandshakeType(rawValue: 24)
  /// compressed_certificate (RFC 8879).
  public static let compressedCertificate = HandshakeType(rawValue: 25)

  private static let names: [UInt8: String] = [
    0: "hello_request", 1: "client_hello", 2: "server_hello", 4: "new_session_ticket", 5: "end_of_early_data",
    8: "encrypted_extensions", 11: "certificate", 12: "server_key_exchange", 13: "certificate_request",
    14: "server_hello_done", 15: "certificate_verify", 16: "client_key_exchange", 20: "finished",
    21: "certificate_url", 22: "certificate_status", 23: "supplemental_data", 24: "key_update",
    25: "compressed_certificate", 67: "next_protocol", 254: "message_hash",
  ]

  /// Whether a message can have this type.
  var isKnown: Bool { Self.names[rawValue] != nil }
}

extension HandshakeType: CustomStringConvertible {
  /// As the registry has it: `client_hello`. Wireshark's list knows types 2 to 8 as those of SSL 2.0.
  public var description: String { Self.names[rawValue] ?? "handshake type \(rawValue)" }
}
