package import LinkConditions
import QUIC
import TLS
package import Wire

/// Learns how connections begin, from the packets that cross a link: whether they are QUIC, which server the client names, and what it offers.
///
/// It needs no keys; see ``ConnectionGreeting``. Its memory is bounded: the oldest connections are forgotten first.
package struct GreetingWatch {
  private static let mostConnections = 4096
  private static let mostReading = 256
  private static let mostFlows = 2 * mostConnections

  /// An ID of this length tells by itself whose a packet without the fixed bit is.
  private static let shortestTelling = 8

  /// The two ends of a flow.
  private struct FlowKey: Hashable {
    var client: Endpoint
    var farSide: Endpoint
    var isTCP: Bool
  }

  /// The beginning of a connection while it is read.
  private enum Reading {
    case quic(QUICGreeting)
    /// With the sequence number of the stream's first byte.
    case records(ClientGreetingReader, first: UInt32)
  }

  private var connections = RecentEntries<Int, ConnectionGreeting>(limit: GreetingWatch.mostConnections)
  private var reading = RecentEntries<Int, Reading>(limit: GreetingWatch.mostReading)
  private var flows = RecentEntries<FlowKey, Int>(limit: GreetingWatch.mostFlows)
  /// The connection IDs that servers have chosen in the handshake, by which a client's packets are known on another path.
  private var identifiers = RecentEntries<QUICConnectionID, Int>(limit: GreetingWatch.mostFlows)
  private var identifierLengths: Set<Int> = []
  private var next = 0

  /// Begins before the first packet.
  package init() {}

  /// Whether a frame may tell something. It reads only a few bytes, so it is cheap for every frame.
  package func isCandidate(_ frame: Span<UInt8>, _ direction: LinkDirection) -> Bool {
    guard frame.count >= 14 + 28 else { return false }
    let isIPv6 = frame[12] == 0x86 && frame[13] == 0xDD
    let transport = isIPv6 ? 14 + 40 : 14 + Int(frame[14] & 0x0F) * 4
    switch frame[isIPv6 ? 14 + 6 : 14 + 9] {
    case 17:
      guard transport + 8 < frame.count else { return false }
      // A server that answers a client may clear the fixed bit (RFC 9287).
      let isLong = frame[transport + 8] & 0x80 != 0
      return isLong && (frame[transport + 8] & 0x40 != 0 || direction == .downlink && !connections.isEmpty)
    case 6:
      guard direction == .uplink, transport + 20 < frame.count else { return false }
      let payload = transport + Int(frame[transport + 12] >> 4) * 4
      // The rest of a ClientHello can be anything.
      return payload < frame.count && (!reading.isEmpty || frame[payload] == 22)
    default: return false
    }
  }

  /// Takes a frame that has entered the link.
  /// - Parameter segment: the length of each of the datagrams in a large send; nil for one.
  package mutating func learn(from frame: Span<UInt8>, _ direction: LinkDirection, segment: Int? = nil) {
    let headers = PacketHeaders(frame, linkType: .ethernet)
    guard let key = Self.key(headers, frame, direction) else { return }
    let payload = headers.payload
    if let tcp = headers.tcp(in: frame) {
      learnRecords(key, tcp.sequence, frame.extracting(payload))
      return
    }
    var start = payload.lowerBound
    while start < payload.upperBound {
      let end = min(payload.upperBound, start + max(1, segment ?? payload.count))
      let datagram = frame.extracting(start..<end)
      if direction == .uplink { learnInitial(key, datagram) } else { learnIdentifiers(key, datagram) }
      start = end
    }
  }

  /// How the connection of a packet began; nil if that was not seen.
  package mutating func greeting(
    of headers: PacketHeaders, _ frame: Span<UInt8>, _ direction: LinkDirection
  ) -> ConnectionGreeting? {
    guard let key = Self.key(headers, frame, direction) else { return nil }
    if let known = flows[key] { return connections[known] }
    guard !key.isTCP, direction == .uplink, let moved = movedConnection(frame.extracting(headers.payload)) else {
      return nil
    }
    flows[key] = moved
    return connections[moved]
  }

  /// The connection of a packet with a short header that a client sends from another port or address.
  private func movedConnection(_ payload: Span<UInt8>) -> Int? {
    guard payload.count > 0, payload[0] & 0x80 == 0 else { return nil }
    let shortest = payload[0] & 0x40 != 0 ? 1 : Self.shortestTelling
    for length in identifierLengths where payload.count > length && length >= shortest {
      if let id = QUICConnectionID(payload, 1..<1 + length), let found = identifiers[id] { return found }
    }
    return nil
  }

  private mutating func learnRecords(_ key: FlowKey, _ sequence: UInt32, _ payload: Span<UInt8>) {
    let begun = flows[key].flatMap { reading[$0] == nil ? nil : $0 }
    guard begun != nil || ClientGreetingReader.isHandshake(payload) else { return }
    let number = begun ?? begin(key)
    var (reader, first) = (ClientGreetingReader(.records), sequence)
    if case .records(let before, let start) = reading[number] { (reader, first) = (before, start) }
    reader.add(payload, at: Int(Int32(bitPattern: sequence &- first)))
    reading[number] = settle(number, reader.state, isQUIC: false) ? nil : .records(reader, first: first)
  }

  private mutating func learnInitial(_ key: FlowKey, _ datagram: Span<UInt8>) {
    guard let header = try? QUICPacketHeader(long: datagram, at: 0), header.type == .initial else { return }
    let known = flows[key]
    var greeting = QUICGreeting()
    if let known, case .quic(let begun) = reading[known] { greeting = begun }
    // Once a ClientHello is complete, only another connection has one on the same ports.
    guard greeting.read(datagram) else { return }
    if let known, reading[known] == nil, greeting.state == .incomplete { return }
    let number = known.flatMap { reading[$0] == nil ? nil : $0 } ?? begin(key)
    if connections[number] == nil { connections[number] = ConnectionGreeting(isQUIC: true) }
    reading[number] = settle(number, greeting.state, isQUIC: true) ? nil : .quic(greeting)
  }

  /// What names the connection in packets to the server: the source ID of its long headers (RFC 9000 section 7.2).
  private mutating func learnIdentifiers(_ key: FlowKey, _ datagram: Span<UInt8>) {
    guard let number = flows[key], let header = try? QUICPacketHeader(long: datagram, at: 0, greasesFixedBit: true),
      header.version?.isRead == true, !header.sourceID.isEmpty
    else { return }
    identifiers[header.sourceID] = number
    identifierLengths.insert(header.sourceID.count)
  }

  private mutating func begin(_ key: FlowKey) -> Int {
    next += 1
    flows[key] = next
    return next
  }

  /// Notes what was read. Returns whether nothing is left to be read.
  private mutating func settle(_ number: Int, _ state: ClientGreetingReader.State, isQUIC: Bool) -> Bool {
    switch state {
    case .incomplete: return false
    case .unreadable: return true
    case .complete(let offer):
      connections[number] = ConnectionGreeting(
        isQUIC: isQUIC, serverName: offer.serverName, applicationProtocols: offer.applicationProtocols)
      return true
    }
  }

  private static func key(_ headers: PacketHeaders, _ frame: Span<UInt8>, _ direction: LinkDirection) -> FlowKey? {
    guard let source = headers.sourceEndpoint(in: frame), let destination = headers.destinationEndpoint(in: frame)
    else { return nil }
    return direction == .uplink
      ? FlowKey(client: source, farSide: destination, isTCP: headers.isTCP)
      : FlowKey(client: destination, farSide: source, isTCP: headers.isTCP)
  }
}
