/// What a packet is (RFC 9000 section 17).
public enum QUICPacketType: UInt8, Hashable, Sendable, CaseIterable {
  /// The first flight of each end, with keys that anybody can compute (section 17.2.2).
  case initial
  /// A client's data before the handshake is complete (section 17.2.3).
  case zeroRTT
  /// The rest of the handshake (section 17.2.4).
  case handshake
  /// A server's wish that the client begin again, with a token (section 17.2.5).
  case retry
  /// Everything after the handshake, with a short header (section 17.3.1).
  case oneRTT
  /// A server's list of versions, in place of the one that the client wants (section 17.2.1).
  case versionNegotiation
  /// A long header of a version that is not read: only what all versions have in common is known (RFC 8999).
  case unknownVersion
  /// What ends a connection of which the sender knows nothing any more (section 10.3).
  case statelessReset

  /// The type of a long header by its two bits (RFC 9000 table 5, RFC 9369 section 3.2).
  init(bits: UInt8, _ version: QUICVersion) {
    switch version == .v2 ? (bits &+ 3) & 3 : bits & 3 {
    case 0: self = .initial
    case 1: self = .zeroRTT
    case 2: self = .handshake
    default: self = .retry
    }
  }

  /// The packet number space (section 12.3); nil for packets without a number.
  public var space: QUICSpace? {
    switch self {
    case .initial: .initial
    case .handshake: .handshake
    case .zeroRTT, .oneRTT: .application
    case .retry, .versionNegotiation, .unknownVersion, .statelessReset: nil
    }
  }
}

extension QUICPacketType: CustomStringConvertible {
  /// As RFC 9000 names it: `Initial`, `0-RTT`.
  public var description: String {
    switch self {
    case .initial: "Initial"
    case .zeroRTT: "0-RTT"
    case .handshake: "Handshake"
    case .retry: "Retry"
    case .oneRTT: "1-RTT"
    case .versionNegotiation: "Version Negotiation"
    case .unknownVersion: "Unknown Version"
    case .statelessReset: "Stateless Reset"
    }
  }
}

/// Packets are numbered, acknowledged and found lost in each of three spaces on their own (RFC 9000 section 12.3).
public enum QUICSpace: UInt8, Hashable, Sendable, CaseIterable {
  /// Initial packets.
  case initial
  /// Handshake packets.
  case handshake
  /// 0-RTT and 1-RTT packets.
  case application
}
