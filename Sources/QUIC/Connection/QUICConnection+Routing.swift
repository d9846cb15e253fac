import TLS
import Wire

// Whether datagrams belong to the connection.
extension QUICConnection {
  /// Who sent a datagram, by the paths that are known.
  func sender(of datagram: QUICDatagram) -> TLSSide? {
    for path in paths.reversed() {
      if path.client == datagram.source, path.server == datagram.destination { return .client }
      if path.server == datagram.source, path.client == datagram.destination { return .server }
    }
    return nil
  }

  /// An ID of this length tells by itself that a datagram of the same two ends is QUIC: by chance, four bytes are the same once in four
  /// billion datagrams.
  private static let shortestTelling = 4

  /// The length of the ID in a short header, if it reaches a side.
  func idLength(_ payload: Span<UInt8>, reaching side: TLSSide) -> Int? {
    guard payload.count > 0 else { return nil }
    let shortest = payload[0] & 0x40 != 0 || greasesFixedBit ? 0 : Self.shortestTelling
    if let last = lastID[side.peer], last.count >= shortest, last.isPrefix(of: payload) { return last.count }
    return ids[side].last { $0.count >= shortest && $0.isPrefix(of: payload) }?.count
  }

  /// Whether a client's Initial with an unknown ID begins this connection anew: after a Version Negotiation packet, or after a
  /// Retry that is not in the capture.
  func begins(with header: QUICPacketHeader) -> Bool {
    guard !hasServerSpoken, ids.client.contains(header.sourceID) || header.sourceID.isEmpty else { return false }
    return hasVersionNegotiation || !header.token.isEmpty && !header.sourceID.isEmpty
  }

  /// Takes a stateless reset, which the table has found by its token.
  func takeReset(_ datagram: QUICDatagram, _ payload: Span<UInt8>, _ receiver: inout some QUICReceiver) {
    now = datagram.packet
    facts.last = now
    let side = sender(of: datagram) ?? .server
    let place = QUICPlace(
      connection: facts.number, side: side, type: .statelessReset, number: nil, packet: now, now: now)
    if var header = try? QUICPacketHeader(short: payload, at: 0, destinationIDLength: 0) {
      header.type = .statelessReset
      receiver.packet(
        QUICPacket(
          place: place, header: header, opening: .none, firstByte: payload[0], numberLength: 0, keyUpdates: 0,
          congestionMark: datagram.congestionMark, path: path), [UInt8]().span)
    }
    facts[side].packets += 1
    facts[side].bytes += Int64(payload.count)
    noteClose(.statelessReset, place, &receiver)
    receiver.learned(facts)
  }
}

extension QUICConnectionID {
  /// Whether a short header has this ID.
  func isPrefix(of payload: Span<UInt8>) -> Bool {
    payload.count > count && QUICConnectionID(payload, 1..<1 + count) == self
  }
}
