/// The state of one flow: whether the client has made a request, and whether it is being answered.
///
/// Whatever the protocol, what a client sends first is a request, and what comes back is its response. Only the
/// handshakes of TLS and QUIC, which can be recognized in the clear, are neither.
struct Conversation: Sendable {
  private enum Language {
    case unknown, plain, tls, quic
  }
  private enum State {
    case idle, requesting, requested, responding
  }

  private var language = Language.unknown
  private var state = State.idle
  private var uplink = StreamPosition()
  private var downlink = StreamPosition()
  private var clientRecords = TLSRecordWalk()
  private var serverRecords = TLSRecordWalk()
  private var serverHasEncrypted = false
  private var clientHasEncrypted = false
  /// Whether a client of QUIC has sent a 1-RTT packet.
  private var hasHandshake = false
  private var requestLine = RequestLine()
  /// The first lines of the requests that the latest packet with a request completed, if they can be read.
  private(set) var requestLines: [[UInt8]] = []
  /// Whether a request that was revealed is not sent completely.
  private var isSending = false

  /// Reads a packet that crossed the link.
  mutating func observe(_ packet: ObservedPacket, payload: Span<UInt8>) -> TrafficEvents {
    switch packet.transport {
    case .other: return []
    case .udp: return observeDatagram(packet, payload)
    case .tcp(let sequence, let isSYN, let isACK, let isPush):
      if isSYN { return observeSYN(packet.direction, sequence, isACK) }
      return observeSegment(packet.direction, sequence, isPush, payload)
    }
  }

  /// Reads a packet whose content is known. In HTTP/2, a client may send a request before the last one is answered.
  mutating func observe(_ packet: ObservedPacket, revealing revealed: RevealedTraffic) -> TrafficEvents {
    var events: TrafficEvents = []
    var isPush = false
    if case .tcp(_, _, _, isPush: true) = packet.transport, packet.direction == .uplink { isPush = true }
    if !revealed.requests.isEmpty {
      events = [.request, .requestLine]
      requestLines = revealed.requests
      isSending = true
    }
    if isSending, isPush || revealed.completesRequest || revealed.startsResponse {
      events.insert(.requestSent)
      isSending = false
    }
    if revealed.startsResponse { events.insert(.responseStarted) }
    if language == .quic, !revealed.requests.isEmpty { events.insert(.h3Request) }
    return events
  }

  private mutating func observeSYN(_ direction: LinkDirection, _ sequence: UInt32, _ isACK: Bool) -> TrafficEvents {
    guard direction == .uplink, !isACK else {
      downlink.restart(at: sequence &+ 1)
      return []
    }
    // A SYN on a reused port starts another conversation.
    self = Conversation()
    uplink.restart(at: sequence &+ 1)
    return .syn
  }

  private mutating func observeSegment(
    _ direction: LinkDirection, _ sequence: UInt32, _ isPush: Bool, _ payload: Span<UInt8>
  ) -> TrafficEvents {
    switch direction {
    case .uplink:
      guard let (start, missing) = uplink.advance(over: payload.count, at: sequence) else { return [] }
      if language == .unknown { language = TLSRecordWalk.looksLikeHandshake(payload) ? .tls : .plain }
      guard language == .tls else {
        var events = requested(isComplete: isPush)
        if events.contains(.request) { requestLine.begin() }
        if requestLine.read(payload, from: start) {
          events.insert(.requestLine)
          requestLines = [requestLine.bytes]
        }
        return events
      }
      clientRecords.skip(missing)
      var records = clientRecords.applicationRecords(in: payload, from: start)
      // In TLS 1.3, part of the handshake is sent as application data. The server sends application data first, and the
      // client's first record of it is its Finished.
      if records > 0, !clientHasEncrypted {
        clientHasEncrypted = true
        if serverHasEncrypted { records -= 1 }
      }
      let isRequest = records > 0 || (state == .requesting && isPush)
      return isRequest ? requested(isComplete: isPush) : []
    case .downlink:
      guard let (start, missing) = downlink.advance(over: payload.count, at: sequence) else { return [] }
      switch language {
      case .plain: return answered()
      case .unknown, .quic: return []
      case .tls:
        serverRecords.skip(missing)
        guard serverRecords.applicationRecords(in: payload, from: start) > 0 else { return [] }
        serverHasEncrypted = true
        return answered()
      }
    }
  }

  private mutating func observeDatagram(_ packet: ObservedPacket, _ payload: Span<UInt8>) -> TrafficEvents {
    guard !payload.isEmpty else { return [] }
    if packet.direction == .uplink, packet.quic?.hasInitial == true, language == .unknown || hasHandshake {
      // An Initial after the handshake is another connection's, on a port that is used again.
      self = Conversation()
      language = .quic
      let early = packet.quic?.hasEarlyData == true ? requestedByQUIC(packet) : []
      return early.union(.quicInitial)
    }
    if language == .unknown, packet.direction == .uplink { language = .plain }
    guard language == .quic else {
      return language == .unknown ? [] : packet.direction == .uplink ? requested(isComplete: true) : answered()
    }
    guard let quic = packet.quic else { return [] }
    if packet.direction == .downlink { return quic.hasProtectedData ? answered() : [] }
    var events: TrafficEvents = quic.hasEarlyData || quic.hasProtectedData ? requestedByQUIC(packet) : []
    // Only a client that has completed the handshake has the keys of 1-RTT packets (RFC 9001 section 5.7).
    if quic.protectedLength > 0, !hasHandshake {
      hasHandshake = true
      events.insert(.quicHandshake)
    }
    return events
  }

  private mutating func requestedByQUIC(_ packet: ObservedPacket) -> TrafficEvents {
    let events = requested(isComplete: true)
    let mayBeH3 = packet.greeting?.applicationProtocols.contains("h3") ?? true
    return mayBeH3 && events.contains(.request) ? events.union(.h3Request) : events
  }

  private mutating func requested(isComplete: Bool) -> TrafficEvents {
    var events: TrafficEvents = []
    if state == .idle || state == .responding {
      events.insert(.request)
      state = .requesting
    }
    if isComplete, state == .requesting {
      events.insert(.requestSent)
      state = .requested
    }
    return events
  }

  private mutating func answered() -> TrafficEvents {
    switch state {
    case .idle, .responding: return []
    case .requesting:
      state = .responding
      return [.requestSent, .responseStarted]
    case .requested:
      state = .responding
      return .responseStarted
    }
  }
}

/// What a packet revealed about a conversation.
struct TrafficEvents: OptionSet, Sendable {
  let rawValue: UInt8

  static let syn = TrafficEvents(rawValue: 1)
  static let request = TrafficEvents(rawValue: 2)
  static let requestSent = TrafficEvents(rawValue: 4)
  static let responseStarted = TrafficEvents(rawValue: 8)
  /// The first line of a request is complete.
  static let requestLine = TrafficEvents(rawValue: 16)
  /// The client's first packet of a QUIC connection.
  static let quicInitial = TrafficEvents(rawValue: 32)
  /// The client's first packet after the handshake of QUIC.
  static let quicHandshake = TrafficEvents(rawValue: 64)
  /// A request over QUIC.
  static let h3Request = TrafficEvents(rawValue: 128)
}
