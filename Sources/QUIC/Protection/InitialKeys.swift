import RecordCiphers
import TLS

/// The keys of Initial packets, which anybody who sees a connection begin can compute (RFC 9001 section 5.2).
struct InitialKeys {
  let client: PacketKeys
  let server: PacketKeys

  /// - Parameter id: the destination connection ID of the client's first Initial, or of the first after a Retry.
  /// - Returns: nil if the version is none that is read.
  init?(_ version: QUICVersion, _ id: QUICConnectionID) {
    guard version.isRead else { return nil }
    let initial = KeyDerivation.extract(salt: version.initialSalt, id.bytes, hash: .sha256)
    let secrets = ["client in", "server in"].map {
      KeyDerivation.expand(initial, label: $0, length: Hash.sha256.length, hash: .sha256)
    }
    let suite = CipherSuite(rawValue: 0x1301)
    guard let client = PacketKeys(suite, version, secret: secrets[0]),
      let server = PacketKeys(suite, version, secret: secrets[1])
    else { return nil }
    self.client = client
    self.server = server
  }

  subscript(side: TLSSide) -> PacketKeys { side == .client ? client : server }
}
