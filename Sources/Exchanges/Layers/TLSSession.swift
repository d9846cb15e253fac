public import Streams
public import TLS
import Wire

/// What an exchange knows of the TLS that it went through.
public struct TLSSession: Hashable, Sendable {
  /// As the registry has it: `TLS 1.3`.
  public internal(set) var version: String?
  /// The name of the cipher suite; nil until it is chosen.
  public internal(set) var cipherSuite: String?
  /// The name that the client asked for.
  public internal(set) var serverName: String?
  /// The application protocol that the server selected (RFC 7301): `h2`, `http/1.1`.
  public internal(set) var applicationProtocol: String?
  /// The packet with the first byte of the ClientHello, and the one that completed the client's Finished.
  public internal(set) var began: PacketMark?
  /// The packet that ended the handshake; nil until then.
  public internal(set) var completed: PacketMark?

  /// The reason why records after the handshake could not be read; nil if all could.
  public internal(set) var loss: TLSLoss.Cause?

  /// How long the handshake took, in nanoseconds.
  public var duration: Int64? {
    guard let began, let completed else { return nil }
    return completed.timestamp - began.timestamp
  }
}

/// A connection of TLS or QUIC whose exchanges cannot be read, and why.
public struct UnreadableConnection: Hashable, Sendable {
  /// Why a connection cannot be read.
  public enum Reason: Hashable, Sendable {
    /// No secrets are known.
    case noKeys
    /// Secrets are known, but none of this connection.
    case otherKeys
    /// It takes up a session whose beginning was not read, so that its master secret is not known.
    case resumedSession
    /// A server's private key is known, and the key exchange is none that it opens.
    case forwardSecrecy
    /// Private keys are known, but the client encrypted its secret with none of them.
    case otherPrivateKey
    /// Secrets of that name are known, but they do not open its records.
    case wrongKeys
    /// The capture does not have its handshake.
    case beginningMissing
    /// What protects it is not supported; its name.
    case unsupported(String)
    /// It is not what it should be.
    case malformed
  }

  /// Why a connection waited for its secret in vain.
  ///
  /// - Parameters:
  ///   - suite: the cipher suite that was chosen.
  ///   - isResumed: whether it takes up an earlier session of TLS 1.2 or before.
  static func missingSecret(_ keys: KeyLog?, _ suite: CipherSuite?, isResumed: Bool = false) -> Reason {
    guard let keys, keys.count > 0 || keys.hasPrivateKeys else { return .noKeys }
    guard keys.hasPrivateKeys, let suite else { return .otherKeys }
    guard suite.hasRSAKeyExchange else { return .forwardSecrecy }
    return isResumed ? .resumedSession : .otherPrivateKey
  }

  /// The conversation: Wireshark's `tcp.stream`, or its `quic.connection.number` where `transport` says so.
  public var stream: Int
  /// The name that the client asked for, or else the server's address.
  public var server: String
  /// Why it cannot be read.
  public var reason: Reason
  /// What carries it.
  public var transport = HTTPExchange.Transport.tcp
}

/// The connections that could not be read: the first of them one by one, and how many there were.
public struct UnreadableConnections: Hashable, Sendable {
  private static let most = 1000

  /// The first of them.
  public private(set) var first: [UnreadableConnection] = []
  /// How many there are.
  public private(set) var count = 0

  mutating func add(_ connection: UnreadableConnection) {
    count += 1
    if first.count < Self.most { first.append(connection) }
  }
}
