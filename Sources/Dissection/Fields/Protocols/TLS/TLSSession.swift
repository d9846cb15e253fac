import Exchanges
import Streams
import TLS

/// What the records of a TLS connection need of each other.
final class TLSSession {
  /// The longest handshake message that is put together, in bytes.
  static let messageLimit = 1 << 18

  /// The transport that carries it.
  let carrier: ClientFingerprint.Carrier
  /// The version that the server has chosen. The drafts of TLS 1.3 count as it.
  var version: UInt16?
  /// The cipher suite that it has chosen.
  var cipherSuite: CipherSuite?
  /// The application protocol that it has chosen (RFC 7301).
  var applicationProtocol: String?
  /// By side: whether it has said that what follows is encrypted.
  private var encrypted: Set<FlowSide> = []
  /// By side: the beginning of a handshake message whose rest is in the next records.
  var partial: [FlowSide: [UInt8]] = [:]

  init(over carrier: ClientFingerprint.Carrier = .tcp) { self.carrier = carrier }

  func changeCipher(_ side: FlowSide) { encrypted.insert(side) }

  /// Whether handshake messages of a side cannot be read; in TLS 1.3 those have another type.
  func isEncrypted(_ side: FlowSide) -> Bool { version != 0x0304 && encrypted.contains(side) }
}
