import Streams
public import TLS
import Wire

/// The connections of a capture, found by their connection IDs, within a memory budget.
///
///     let connections = QUICConnections(keyLog)
///     connections.receive(datagram, payload, to: &receiver)   // for every UDP datagram
///     connections.finish(to: &receiver)
///
/// A connection keeps its number over migrations and NAT rebindings. Recognition costs a few comparisons where a capture has no
/// QUIC. When the budget is used up, the connections unused for longest go.
public final class QUICConnections {
  private struct Slot {
    var connection: QUICConnection
    var held: Int
    var older: Int32 = -1
    var newer: Int32 = -1
  }

  /// What an ID, a token or a path costs in a table that is half full.
  private static let entryCost = 128

  private let keyLog: KeyLog
  private let limits: QUICLimits
  private let budget: Int
  private var opener = PacketOpener()
  private var slots: [Slot?] = []
  private var freeSlots: [Int32] = []
  private var oldest: Int32 = -1
  private var newest: Int32 = -1
  private var connectionBytes = 0

  private var routes: [QUICConnectionID: Route] = [:]
  private var tokens: [QUICResetToken: Int32] = [:]
  /// By the two ends: the connections that used them, the last one at the end.
  private var paths: [FlowKey: [Int32]] = [:]
  /// Bit n is set if there is an ID of n bytes.
  private var idLengths: UInt32 = 0

  /// Who an ID reaches.
  private struct Route {
    var slot: Int32
    var receiver: TLSSide
  }

  /// How many connections have begun: the number of the next one.
  public private(set) var begun = 0
  /// How many were given up because the budget was used up.
  public private(set) var evicted = 0
  /// The number of the connection that the last datagram belonged to; nil if it is none's.
  public private(set) var last: Int?

  /// - Parameters:
  ///   - keyLog: may gain secrets at any time.
  ///   - budget: how many bytes all connections may take.
  public init(_ keyLog: KeyLog, budget: Int = 64 << 20, limits: QUICLimits = QUICLimits()) {
    self.keyLog = keyLog
    self.limits = limits
    self.budget = budget
  }

  /// What is held now, in bytes.
  public var heldBytes: Int { connectionBytes + (routes.count + tokens.count + paths.count) * Self.entryCost }

  /// What is known of the connections that are followed, in the order of their numbers.
  public var facts: [QUICFacts] {
    slots.compactMap { $0?.connection.facts }.sorted { $0.number < $1.number }
  }

  /// Goes on where `count` connections had begun, as if it had seen them.
  package func resume(after count: Int) { begun = count }

  /// Whether a datagram may be QUIC: one that begins a connection, or one of those that are known. Nothing is read.
  package func takes(_ datagram: QUICDatagram, _ payload: Span<UInt8>) -> Bool {
    switch QUICRecognition.judge(payload) {
    case .long: return true
    case .greased: return takesGreased(datagram, payload)
    case .no: return resetSlot(payload) != nil
    case .short:
      guard !slots.isEmpty else { return false }
      let key = FlowKey.make(source: datagram.source, destination: datagram.destination).key
      return paths[key] != nil || route(payload, datagram) != nil || resetSlot(payload) != nil
    }
  }

  /// Takes the next UDP datagram of the capture.
  ///
  /// - Returns: whether it is QUIC.
  @discardableResult
  public func receive(
    _ datagram: QUICDatagram, _ payload: Span<UInt8>, to receiver: inout some QUICReceiver
  ) -> Bool {
    last = nil
    switch QUICRecognition.judge(payload) {
    case .no: return slots.isEmpty ? false : receiveOdd(datagram, payload, to: &receiver)
    case .short: return slots.isEmpty ? false : receiveShort(datagram, payload, to: &receiver)
    case .long: return receiveLong(datagram, payload, to: &receiver)
    case .greased:
      return takesGreased(datagram, payload)
        ? receiveLong(datagram, payload, to: &receiver)
        : !slots.isEmpty && receiveOdd(datagram, payload, to: &receiver)
    }
  }

  /// Reads what waited for secrets that the key log has gained. It is enough to call this when no more datagrams come.
  public func secretsChanged(to receiver: inout some QUICReceiver) {
    for index in slots.indices where slots[index] != nil {
      slots[index]?.connection.readWaiting(&opener, &receiver)
      settle(Int32(index))
    }
  }

  /// Says that the capture is over.
  public func finish(to receiver: inout some QUICReceiver) {
    let connections = slots.compactMap { $0?.connection }.sorted { $0.facts.number < $1.facts.number }
    for connection in connections { connection.finish(.endOfCapture, &opener, &receiver) }
    (slots, freeSlots, routes, tokens, paths) = ([], [], [:], [:], [:])
    (oldest, newest, connectionBytes, idLengths) = (-1, -1, 0, 0)
  }
}

// Whose datagram it is.
extension QUICConnections {
  /// A long header names both IDs.
  private func receiveLong(
    _ datagram: QUICDatagram, _ payload: Span<UInt8>, to receiver: inout some QUICReceiver
  ) -> Bool {
    guard let header = try? QUICPacketHeader(long: payload, at: 0, greasesFixedBit: true) else { return false }
    let key = FlowKey.make(source: datagram.source, destination: datagram.destination).key
    if let (slot, side) = owner(of: header, datagram, key) {
      return deliver(datagram, payload, slot, from: side, idLength: header.destinationID.count, key, to: &receiver)
    }
    guard header.type != .versionNegotiation, header.type != .retry else { return false }
    let (slot, side) = begin(header, datagram, payload, &receiver)
    return deliver(datagram, payload, slot, from: side, idLength: header.destinationID.count, key, to: &receiver)
  }

  /// True if a long header with a cleared fixed bit is that of a connection that is known, or begins one.
  private func takesGreased(_ datagram: QUICDatagram, _ payload: Span<UInt8>) -> Bool {
    guard let header = try? QUICPacketHeader(long: payload, at: 0, greasesFixedBit: true) else { return false }
    let key = FlowKey.make(source: datagram.source, destination: datagram.destination).key
    return owner(of: header, datagram, key) != nil || InitialGlance(payload) != nil
  }

  private func owner(
    of header: QUICPacketHeader, _ datagram: QUICDatagram, _ key: FlowKey
  ) -> (slot: Int32, sender: TLSSide)? {
    let candidates = paths[key] ?? []
    for slot in candidates.reversed() {
      guard let connection = slots[Int(slot)]?.connection, let side = connection.sender(of: datagram) else { continue }
      if connection.ids[side.peer].contains(header.destinationID) { return (slot, side) }
      if side == .client, header.type == .initial, let version = header.version, connection.begins(with: header) {
        if connection.hasVersionNegotiation { connection.restart(version, header.destinationID) }
        return (slot, side)
      }
    }
    guard !header.destinationID.isEmpty, let route = routes[header.destinationID],
      isTrusted(route, header.destinationID, datagram)
    else { return nil }
    return (route.slot, route.receiver.peer)
  }

  /// Whether an ID from elsewhere is that of its connection, and none that two have chosen.
  private func isTrusted(_ route: Route, _ id: QUICConnectionID, _ datagram: QUICDatagram) -> Bool {
    guard let connection = slots[Int(route.slot)]?.connection else { return false }
    if id.count >= 8 { return true }
    // Only clients move, but to an address that the server prefers.
    let server = route.receiver == .server ? datagram.destination : datagram.source
    return connection.paths.contains { $0.server == server }
  }

  /// A short header has only the receiver's ID, of a length that only the receiver knows.
  private func receiveShort(
    _ datagram: QUICDatagram, _ payload: Span<UInt8>, to receiver: inout some QUICReceiver
  ) -> Bool {
    let key = FlowKey.make(source: datagram.source, destination: datagram.destination).key
    var fallback: (slot: Int32, side: TLSSide)?
    if let candidates = paths[key] {
      for slot in candidates.reversed() {
        guard let connection = slots[Int(slot)]?.connection, let side = connection.sender(of: datagram) else {
          continue
        }
        if let length = connection.idLength(payload, reaching: side.peer) {
          return deliver(datagram, payload, slot, from: side, idLength: length, key, to: &receiver)
        }
        fallback = fallback ?? (slot, side)
      }
    }
    if payload.count > 0, let (route, length) = route(payload, datagram),
      payload[0] & 0x40 != 0 || length >= 8
    {
      return deliver(datagram, payload, route.slot, from: route.receiver.peer, idLength: length, key, to: &receiver)
    }
    if let slot = resetSlot(payload), let connection = slots[Int(slot)]?.connection {
      connection.takeReset(datagram, payload, &receiver)
      last = connection.facts.number
      return true
    }
    guard let fallback, let connection = slots[Int(fallback.slot)]?.connection, payload.count > 0,
      payload[0] & 0x40 != 0 || connection.greasesFixedBit
    else { return false }
    let length = connection.ids[fallback.side.peer].first?.count ?? 0
    return deliver(datagram, payload, fallback.slot, from: fallback.side, idLength: length, key, to: &receiver)
  }

  /// Bytes that are no QUIC by themselves can reset a connection.
  private func receiveOdd(
    _ datagram: QUICDatagram, _ payload: Span<UInt8>, to receiver: inout some QUICReceiver
  ) -> Bool {
    guard let slot = resetSlot(payload), let connection = slots[Int(slot)]?.connection else { return false }
    connection.takeReset(datagram, payload, &receiver)
    last = connection.facts.number
    return true
  }

  private func route(_ payload: Span<UInt8>, _ datagram: QUICDatagram) -> (route: Route, length: Int)? {
    guard idLengths != 0 else { return nil }
    for length in (1...QUICConnectionID.longest).reversed() where idLengths & 1 << UInt32(length) != 0 {
      guard payload.count > length, let id = QUICConnectionID(payload, 1..<1 + length), let route = routes[id],
        isTrusted(route, id, datagram)
      else { continue }
      return (route, length)
    }
    return nil
  }

  private func resetSlot(_ payload: Span<UInt8>) -> Int32? {
    // The shortest one (RFC 9000 section 10.3).
    guard !tokens.isEmpty, payload.count >= 21,
      let token = QUICResetToken(payload, at: payload.count - QUICResetToken.length)
    else { return nil }
    return tokens[token]
  }

  private func deliver(
    _ datagram: QUICDatagram, _ payload: Span<UInt8>, _ slot: Int32, from side: TLSSide, idLength: Int, _ key: FlowKey,
    to receiver: inout some QUICReceiver
  ) -> Bool {
    guard let connection = slots[Int(slot)]?.connection else { return false }
    last = connection.facts.number
    touch(slot)
    connection.receive(datagram, payload, from: side, idLength: idLength, &opener, &receiver)
    if paths[key]?.last != slot {
      paths[key, default: []].removeAll { $0 == slot }
      paths[key, default: []].append(slot)
    }
    settle(slot)
    if heldBytes > budget { shrink(keeping: slot, &receiver) }
    return true
  }
}

// The slots, and the order of their use.
extension QUICConnections {
  private func begin(
    _ header: QUICPacketHeader, _ datagram: QUICDatagram, _ payload: Span<UInt8>,
    _ receiver: inout some QUICReceiver
  ) -> (slot: Int32, sender: TLSSide) {
    let side = sender(header, datagram, payload)
    let path =
      side == .client
      ? QUICPath(client: datagram.source, server: datagram.destination)
      : QUICPath(client: datagram.destination, server: datagram.source)
    let connection = QUICConnection(
      begun, path, header.version ?? .v1, header.destinationID, keyLog, limits, datagram.packet)
    if side == .client { connection.keys.setInitial(header.destinationID) }
    begun += 1
    let slot = freeSlots.popLast() ?? Int32(clamping: slots.count)
    let held = connection.heldBytes
    if Int(slot) == slots.count {
      slots.append(Slot(connection: connection, held: held))
    } else {
      slots[Int(slot)] = Slot(connection: connection, held: held)
    }
    connectionBytes += held
    link(slot)
    receiver.began(connection.facts)
    return (slot, side)
  }

  /// Who sent the first packet that was seen of a connection.
  private func sender(_ header: QUICPacketHeader, _ datagram: QUICDatagram, _ payload: Span<UInt8>) -> TLSSide {
    switch header.type {
    case .zeroRTT, .unknownVersion: return .client
    case .initial:
      // Only a client's first packet opens with the keys of its own ID.
      if let version = header.version, let keys = InitialKeys(version, header.destinationID),
        let unmasked = PacketOpener.unmask(header, payload, keys.client, largest: nil),
        opener.open(header, unmasked, payload, keys.client)
      {
        return .client
      }
      if !header.token.isEmpty { return .client }
    default: break
    }
    return datagram.source.port < datagram.destination.port ? .server : .client
  }

  /// Takes over what a connection has learned, and counts what it holds.
  private func settle(_ slot: Int32) {
    guard let connection = slots[Int(slot)]?.connection else { return }
    for (id, receiver) in connection.newIDs where !id.isEmpty {
      routes[id] = Route(slot: slot, receiver: receiver)
      idLengths |= 1 << UInt32(id.count)
    }
    for token in connection.newTokens { tokens[token] = slot }
    if !connection.newIDs.isEmpty { connection.newIDs = [] }
    connection.resetTokens += connection.newTokens
    if !connection.newTokens.isEmpty { connection.newTokens = [] }
    let held = connection.heldBytes
    connectionBytes += held - (slots[Int(slot)]?.held ?? 0)
    slots[Int(slot)]?.held = held
  }

  private func shrink(keeping kept: Int32, _ receiver: inout some QUICReceiver) {
    while heldBytes > budget / 8 * 7, oldest >= 0, oldest != kept { evict(oldest, &receiver) }
  }

  private func evict(_ slot: Int32, _ receiver: inout some QUICReceiver) {
    guard let connection = slots[Int(slot)]?.connection else { return }
    evicted += 1
    connection.finish(.evicted, &opener, &receiver)
    for side in TLSSide.allCases {
      for id in connection.ids[side] where routes[id]?.slot == slot { routes[id] = nil }
    }
    for token in connection.resetTokens where tokens[token] == slot { tokens[token] = nil }
    for path in connection.paths {
      let key = FlowKey.make(source: path.client, destination: path.server).key
      paths[key]?.removeAll { $0 == slot }
      if paths[key]?.isEmpty == true { paths[key] = nil }
    }
    connectionBytes -= slots[Int(slot)]?.held ?? 0
    unlink(slot)
    slots[Int(slot)] = nil
    freeSlots.append(slot)
  }

  private func touch(_ slot: Int32) {
    guard newest != slot else { return }
    unlink(slot)
    link(slot)
  }

  private func link(_ slot: Int32) {
    slots[Int(slot)]?.older = newest
    slots[Int(slot)]?.newer = -1
    if newest >= 0 { slots[Int(newest)]?.newer = slot }
    newest = slot
    if oldest < 0 { oldest = slot }
  }

  private func unlink(_ slot: Int32) {
    guard let (older, newer) = slots[Int(slot)].map({ ($0.older, $0.newer) }) else { return }
    if older >= 0 { slots[Int(older)]?.newer = newer } else if oldest == slot { oldest = newer }
    if newer >= 0 { slots[Int(newer)]?.older = older } else if newest == slot { newest = older }
    slots[Int(slot)]?.older = -1
    slots[Int(slot)]?.newer = -1
  }
}
