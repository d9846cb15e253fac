import NIOCore

/// Alerts (RFC 8446 section 6) that a server can send in a script, and with which clients reject a certificate.
public enum TLSAlert: UInt8, Sendable, CaseIterable {
  case handshakeFailure = 40
  case badCertificate = 42
  case unsupportedCertificate = 43
  case certificateRevoked = 44
  case certificateExpired = 45
  case certificateUnknown = 46
  case unknownCA = 48
  case accessDenied = 49
  case decodeError = 50
  case decryptError = 51
  case protocolVersion = 70
  case insufficientSecurity = 71
  case internalError = 80
  case unrecognizedName = 112

  /// The name in the RFC.
  public var name: String {
    switch self {
    case .handshakeFailure: "handshake_failure"
    case .badCertificate: "bad_certificate"
    case .unsupportedCertificate: "unsupported_certificate"
    case .certificateRevoked: "certificate_revoked"
    case .certificateExpired: "certificate_expired"
    case .certificateUnknown: "certificate_unknown"
    case .unknownCA: "unknown_ca"
    case .accessDenied: "access_denied"
    case .decodeError: "decode_error"
    case .decryptError: "decrypt_error"
    case .protocolVersion: "protocol_version"
    case .insufficientSecurity: "insufficient_security"
    case .internalError: "internal_error"
    case .unrecognizedName: "unrecognized_name"
    }
  }

  private static let opening: [UInt8] = [21, 3, 3, 0, 2, 2]

  /// A fatal alert in its own record, unencrypted.
  public var record: [UInt8] { Self.opening + [rawValue] }

  /// The name of an unencrypted alert from a client, or nil if the bytes are not one. A client that rejects a
  /// certificate does so before it has keys to encrypt with.
  static func inTheClear(_ bytes: ByteBuffer) -> String? {
    let record = bytes.readableBytesView.suffix(opening.count + 1)
    guard record.starts(with: opening), let code = record.last else { return nil }
    return TLSAlert(rawValue: code)?.name ?? String(code)
  }
}
