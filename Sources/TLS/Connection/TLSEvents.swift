// What a connection tells its receiver, besides bytes. All offsets are those of the stream of that side.

/// A complete record.
public struct RecordFacts: Hashable, Sendable {
  /// Who sent it.
  public var side: TLSSide
  /// The outer type; of an encrypted record of TLS 1.3 that is application data.
  public var type: ContentType
  /// The offsets of the record, with its header.
  public var range: Range<Int64>
}

/// A complete handshake message (RFC 8446 section 4).
public struct HandshakeMessage: Hashable, Sendable {
  /// Who sent it.
  public var side: TLSSide
  /// Which message.
  public var type: HandshakeType
  /// The length of the body. The body itself is empty if it is longer than ``TLSLimits/messageBytes``.
  public var length: Int
  /// Whether it was encrypted on the wire.
  public var isEncrypted: Bool
  /// The offsets of the records that it was in.
  public var range: Range<Int64>
}

/// Where application data was.
public struct PlaintextPlace: Hashable, Sendable {
  /// Who sent it.
  public var side: TLSSide
  /// The offset of its first byte in the application data of that side. What was lost is not counted, because its length is
  /// unknown.
  public var offset: Int64
  /// The offsets of the record that it was in.
  public var range: Range<Int64>
  /// Whether it came before the handshake was complete (RFC 8446 section 2.3).
  public var isEarly: Bool
}

/// An alert.
public struct AlertFacts: Hashable, Sendable {
  /// Who sent it.
  public var side: TLSSide
  /// What it says.
  public var alert: Alert
  /// Whether it was encrypted on the wire.
  public var isEncrypted: Bool
  /// Where it is in the stream of its sender.
  public var range: Range<Int64>
}

/// Records that could not be passed on. If they held application data, its length is unknown.
public struct TLSLoss: Hashable, Sendable {
  /// Why it cannot be read.
  public enum Cause: Hashable, Sendable {
    /// Their bytes were missing, in whole or in part.
    case missing
    /// They are not what the peer sent under this secret: they were changed or are from elsewhere, or the secret is wrong.
    case notAuthentic
    /// They waited for secrets until the limit or the end was reached.
    case noSecret
    /// The rest of the direction is unreadable, for the reason that was given.
    case unreadable
  }

  /// Who sent it.
  public var side: TLSSide
  /// The cause of the first of them.
  public var cause: Cause
  /// Where it is in the stream of its sender.
  public var range: Range<Int64>
  /// How many; nil if that cannot be told.
  public var records: Int?
}

/// Why nothing of a direction is passed on.
public enum UnreadableReason: Hashable, Sendable {
  /// It does not begin with a record of TLS.
  case notTLS
  /// The hello is missing, so that nobody can say which secret it is.
  case beginningMissing
  /// There is no secret for this client random, or none came in time.
  case noSecret(ClientRandom)
  /// There is a secret for this client random, but records do not open with it.
  case wrongSecret(ClientRandom)
  /// The cipher suite is none that is read here.
  case unsupportedSuite(CipherSuite)
  /// The version is none that is read here.
  case unsupportedVersion(ProtocolVersion)
  /// Records are compressed, or have truncated codes (RFC 6066 section 7).
  case unsupportedExtension
  /// A hello contradicts the protocol, or came from the wrong side.
  case malformedHandshake
}

/// How a direction ended.
public enum TLSEnding: Hashable, Sendable {
  /// With an alert close_notify.
  case closeNotify
  /// With another alert that is fatal.
  case alert(Alert)
  /// Without any alert that could be read: what came may be truncated (RFC 8446 section 6.1).
  case withoutAlert
  /// Inside a record.
  case insideRecord
}
