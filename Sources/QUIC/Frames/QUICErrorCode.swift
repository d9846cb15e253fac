public import TLS

/// Why a connection or a stream is over, in the codes of the transport (RFC 9000 section 20.1).
public struct QUICErrorCode: RawRepresentable, Hashable, Sendable {
  public var rawValue: UInt64

  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// NO_ERROR: the connection is closed without a fault.
  public static let noError = QUICErrorCode(rawValue: 0x00)
  /// CONNECTION_REFUSED: the server does not take the connection.
  public static let connectionRefused = QUICErrorCode(rawValue: 0x02)

  /// The alert of TLS that a code from 0x0100 to 0x01FF stands for (RFC 9001 section 4.8).
  public var alert: Alert? {
    rawValue >> 8 == 1 ? Alert(level: 2, code: UInt8(truncatingIfNeeded: rawValue)) : nil
  }

  private static let names = [
    "NO_ERROR", "INTERNAL_ERROR", "CONNECTION_REFUSED", "FLOW_CONTROL_ERROR", "STREAM_LIMIT_ERROR",
    "STREAM_STATE_ERROR", "FINAL_SIZE_ERROR", "FRAME_ENCODING_ERROR", "TRANSPORT_PARAMETER_ERROR",
    "CONNECTION_ID_LIMIT_ERROR", "PROTOCOL_VIOLATION", "INVALID_TOKEN", "APPLICATION_ERROR",
    "CRYPTO_BUFFER_EXCEEDED", "KEY_UPDATE_ERROR", "AEAD_LIMIT_REACHED", "NO_VIABLE_PATH",
    "VERSION_NEGOTIATION_ERROR",
  ]
}

extension QUICErrorCode: CustomStringConvertible {
  /// The name in its RFC; `CRYPTO_ERROR` with the alert; for another code its number in hexadecimal.
  public var description: String {
    if rawValue < UInt64(Self.names.count) { return Self.names[Int(rawValue)] }
    if let alert { return "CRYPTO_ERROR (\(alert.name))" }
    return "error 0x\(String(rawValue, radix: 16))"
  }
}
