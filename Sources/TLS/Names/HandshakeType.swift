/// The kind of a handshake message (RFC 8446 section 4, RFC 5246 section 7.4).
public struct HandshakeType: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let helloRequest = HandshakeType(rawValue: 0)
  public static let clientHello = HandshakeType(rawValue: 1)
  /// Also a HelloRetryRequest, which only its random tells apart (RFC 8446 section 4.1.3).
  public static let serverHello = HandshakeType(rawValue: 2)
  public static let newSessionTicket = HandshakeType(rawValue: 4)
  public static let endOfEarlyData = HandshakeType(rawValue: 5)
  public static let encryptedExtensions = HandshakeType(rawValue: 8)
  public static let certificate = HandshakeType(rawValue: 11)
  public static let serverKeyExchange = HandshakeType(rawValue: 12)
  public static let certificateRequest = HandshakeType(rawValue: 13)
  public static let serverHelloDone = HandshakeType(rawValue: 14)
  public static let certificateVerify = HandshakeType(rawValue: 15)
  public static let clientKeyExchange = HandshakeType(rawValue: 16)
  public static let finished = HandshakeType(rawValue: 20)
  public static let certificateStatus = HandshakeType(rawValue: 22)
  public static let keyUpdate = HandshakeType(rawValue: 24)
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
