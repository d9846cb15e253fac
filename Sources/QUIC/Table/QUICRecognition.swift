public import Wire

/// What the first bytes of a datagram say of QUIC. It is cheap, because it is asked of every UDP datagram of a capture.
public enum QUICRecognition {
  /// What a first packet may be.
  public enum Verdict: Hashable, Sendable {
    /// Another protocol.
    case no
    /// A long header of QUIC, on any port.
    case long
    /// A long header whose fixed bit is 0 (RFC 9287). Other protocols have such bytes too, so it counts if the datagram belongs to a
    /// connection that is known, or its Initial packet is authentic.
    case greased
    /// A short header, if the datagram belongs to a connection that is known.
    case short
  }

  /// Judges the first bytes of a datagram's payload.
  @inlinable
  public static func judge(_ payload: Span<UInt8>) -> Verdict {
    guard payload.count >= 7 else { return payload.count > 0 && payload[0] & 0x80 == 0 ? .short : .no }
    guard payload[0] & 0x80 != 0 else { return .short }
    let version = QUICVersion(rawValue: payload.uint32(at: 1))
    guard version.isRead || version.isReserved || version == .negotiation else { return .no }
    return judgeLong(payload)
  }

  /// Judges the rest of a long header.
  @usableFromInline
  static func judgeLong(_ payload: Span<UInt8>) -> Verdict {
    guard let header = try? QUICPacketHeader(long: payload, at: 0, greasesFixedBit: true) else { return .no }
    let withFixedBit: Verdict = header.hasFixedBit ? .long : .greased
    switch header.type {
    case .initial, .zeroRTT, .handshake:
      // The packet number and a tag, and for a server the client's choice of ID.
      return header.end - header.numberOffset >= 20 ? withFixedBit : .no
    case .retry: return header.token.isEmpty ? .no : withFixedBit
    case .versionNegotiation:
      let versions = header.offeredVersions(payload)
      let makesSense =
        (payload.count - header.numberOffset) % 4 == 0 && versions.contains { $0.isRead || $0.isReserved }
      return makesSense ? .long : .no
    case .unknownVersion:
      // A client asks for a version that nobody has only with a whole datagram (RFC 9000 section 14.1).
      return payload.count >= 1200 && header.destinationID.count >= 8 ? .long : .no
    case .oneRTT, .statelessReset: return .no
    }
  }
}
