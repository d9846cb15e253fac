/// What a secret of a key log is (draft-ietf-tls-keylogfile, RFC 9850).
public enum KeyLogLabel: String, CaseIterable, Hashable, Sendable {
  /// The master secret of TLS 1.2 and before.
  case masterSecret = "CLIENT_RANDOM"
  /// Of the client's early data.
  case clientEarlyTraffic = "CLIENT_EARLY_TRAFFIC_SECRET"
  /// For exporters before the handshake has ended.
  case earlyExporter = "EARLY_EXPORTER_SECRET"
  /// The same, as OpenSSL and NSS call it.
  case earlyExporterMaster = "EARLY_EXPORTER_MASTER_SECRET"
  /// Of the client's handshake messages.
  case clientHandshakeTraffic = "CLIENT_HANDSHAKE_TRAFFIC_SECRET"
  /// Of the server's handshake messages.
  case serverHandshakeTraffic = "SERVER_HANDSHAKE_TRAFFIC_SECRET"
  /// Of the client's application data, until its first key update.
  case clientTraffic = "CLIENT_TRAFFIC_SECRET_0"
  /// Of the server's application data, until its first key update.
  case serverTraffic = "SERVER_TRAFFIC_SECRET_0"
  /// For exporters.
  case exporter = "EXPORTER_SECRET"
  /// Of an encrypted ClientHello.
  case encryptedClientHello = "ECH_SECRET"
  /// The configuration that the secret belongs to, which is no secret itself.
  case encryptedClientHelloConfiguration = "ECH_CONFIG"

  /// The lengths in bytes that a value can have.
  var lengths: ClosedRange<Int> {
    switch self {
    case .masterSecret: 48...48
    case .encryptedClientHello: 16...64
    case .encryptedClientHelloConfiguration: 1...2048
    default: 32...64
    }
  }
}
