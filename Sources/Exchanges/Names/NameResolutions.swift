import Streams
import Wire

/// A lookup of DNS that gave a client the address that it then connected to.
public struct NameResolution: Hashable, Sendable {
  /// When the first question was asked, in nanoseconds since the Unix epoch.
  public var asked: Int64
  /// When the resolver returned, in nanoseconds: with the last answer before the connection, or with the connection where it waited for an
  /// answer that did not come.
  public var answered: Int64
  /// The name that was asked for.
  public var name: String
}

/// The lookups of a capture and the connections that were made after them, to say how long each connection waited for a name.
///
/// A program connects as soon as its resolver returns, so a connection belongs to the lookup of its machine that gave the address and
/// was complete just before. A lookup serves all connections that begin before one of them is made: several at once, or one after the other
/// where an address does not answer (RFC 8305). Later ones have not waited for it.
///
/// A query may travel over another family than the connection that it is for: a resolver with an IPv4 address answers with IPv6
/// addresses. So answers are kept by the address that was resolved, and the one who asked is then compared with the client as
/// a machine: by its address, or else by its hardware address.
struct NameResolutions {
  /// The most addresses and connections that are remembered; the oldest go first.
  private static let limit = 4096
  /// The most lookups with the same address that are remembered.
  private static let lookupLimit = 512
  /// A program connects this long after its resolver has returned, in nanoseconds, at most.
  private static let nearness: Int64 = 1_000_000_000
  /// A program tries another address this long after the last SYN to the one before, in nanoseconds, at most.
  private static let fallback: Int64 = 5_000_000_000
  /// A program waits this long for the other type once it has an address, in nanoseconds (RFC 8305 section 3: 50 ms), and some more.
  private static let resolutionDelay: Int64 = 75_000_000
  /// Lookups that are complete within this time of each other, in nanoseconds, are taken in their order.
  private static let jitter: Int64 = 1_000_000

  private var lookups = NameLookups()
  private var answers = BoundedTable<IPAddress, [NameLookup]>(limit: limit)
  private var connections = BoundedTable<NamedConnection.Ends, NamedConnection>(limit: 2 * limit)
  /// The hardware addresses of those who asked or connected.
  private var machines = BoundedTable<IPAddress, MACAddress>(limit: limit)
  private var failures = NameFailures()
  private var bindings: [NamedBinding] = []

  /// Takes the next frame of the capture; what is neither DNS nor the beginning of a connection passes by.
  ///
  /// - Parameter fail: is told of names that were not resolved.
  mutating func read(
    _ frame: Frame, _ headers: PacketHeaders, _ bytes: Span<UInt8>, _ fail: (FailedConnection) -> Void
  ) {
    if let message = NameMessage(frame, headers, bytes) {
      if !message.message.header.isResponse { noteMachine(frame, headers, bytes) }
      return read(message, fail)
    }
    if headers.isTCP {
      guard let tcp = headers.tcp(in: bytes), tcp.flags.contains(.syn), let ends = Self.ends(headers, bytes) else {
        return
      }
      if tcp.flags.contains(.ack) { return connections[ends.reversed]?.stand() ?? () }
      noteMachine(frame, headers, bytes)
      connect(ends, tcp.sequence, at: frame.timestamp.nanoseconds)
    } else if headers.isUDP, !headers.payload.isEmpty, bytes[headers.payload.lowerBound] & 0x80 != 0,
      let ends = Self.ends(headers, bytes)
    {
      // The handshake of QUIC has long headers (RFC 9000 section 17.2).
      if let answered = connections[ends.reversed] { return answered.stand() }
      guard answers[ends.server.address] != nil else { return }
      noteMachine(frame, headers, bytes)
      connect(ends, nil, at: frame.timestamp.nanoseconds)
    }
  }

  /// Takes a question or an answer.
  mutating func read(_ message: NameMessage, _ fail: (FailedConnection) -> Void) {
    failures.expire(at: message.packet.timestamp.nanoseconds, fail)
    guard message.message.header.isResponse else {
      let (new, forgotten) = lookups.ask(message)
      if let new { failures.begin(new) }
      if let forgotten { forget(forgotten, fail) }
      return
    }
    guard let (lookup, addresses) = lookups.answer(message) else { return }
    learnBindings(message)
    failures.answer(lookup, fail)
    for address in addresses {
      var known = (answers[address] ?? []).filter { !$0.isSpent }
      if known.count >= Self.lookupLimit { known.removeFirst() }
      answers[address] = known + [lookup]
    }
  }

  /// Returns and forgets the SVCB and HTTPS records of the answers so far.
  mutating func takeBindings() -> [NamedBinding] {
    defer { bindings = [] }
    return bindings
  }

  /// Takes the word of an ICMP error that a question was not delivered.
  mutating func reject(_ error: ICMPError, _ now: PacketMark) { failures.reject(error, now) }

  /// Says that the capture is over.
  mutating func finish(_ fail: (FailedConnection) -> Void) { failures.finish(fail) }

  /// The lookup that a connection has waited for, which began at `time`.
  ///
  /// - Parameter host: the name that the client wanted, where it is known.
  mutating func resolution(_ client: Endpoint, _ server: Endpoint, host: String?, before time: Int64) -> NameResolution?
  {
    let ends = NamedConnection.Ends(client: client, server: server)
    let known = connections[ends].flatMap { $0.opened == time ? $0 : nil }
    if known != nil { connections[ends] = nil }
    // What went through TLS may have been read after the connection had begun.
    let connection = known?.lookup == nil ? begin(ends, nil, at: time) : known
    let name = host.flatMap { DNSName($0)?.lowercased() }
    if let name { connection?.prefer(name) }
    guard let lookup = connection?.lookup else { return nil }
    return NameResolution(
      asked: lookup.first(of: name).asked.timestamp.nanoseconds, answered: min(time, lookup.returned ?? time),
      name: lookup.name.withoutDot)
  }

  /// Notes that a connection begins, unless its SYN or its first packet is sent again.
  private mutating func connect(_ ends: NamedConnection.Ends, _ sequence: UInt32?, at time: Int64) {
    if let known = connections[ends], known.sequence == sequence { return known.lookup?.stay(at: time) ?? () }
    connections[ends] = begin(ends, sequence, at: time)
  }

  private func begin(_ ends: NamedConnection.Ends, _ sequence: UInt32?, at time: Int64) -> NamedConnection {
    NamedConnection(
      opened: time, sequence: sequence, candidates: candidates(ends.client.address, ends.server.address, at: time))
  }

  /// The lookups that gave the server's address and that the client may have waited for, the likeliest first.
  private func candidates(_ client: IPAddress, _ server: IPAddress, at time: Int64) -> [NameLookup] {
    let known = (answers[server] ?? []).filter { lookup in
      !lookup.isSpent && lookup.addresses[server].map { $0 <= time } ?? false
    }
    let own = known.filter { $0.client.address == client }
    let possible = own.isEmpty ? known.filter { isSameMachine($0.client.address, client) } : own
    // Several others who may be the client are several machines behind one router.
    guard let first = possible.first, possible.allSatisfy({ $0.client.address == first.client.address }) else {
      return []
    }
    let likely = likely(possible, at: time)
    // The name of a request may tell that it was another one of them, which another connection has by now.
    return likely.isEmpty
      ? [] : likely + possible.filter { lookup in !likely.contains { $0 === lookup } && isRecent(lookup, at: time) }
  }

  /// The lookups after which a connection begins, the likeliest first, of all that may have led to it.
  private func likely(_ possible: [NameLookup], at time: Int64) -> [NameLookup] {
    let fresh = possible.filter { $0.returned == nil }
    let complete = fresh.filter { isRecent($0, at: time) }
    let waiting = fresh.filter { !$0.isComplete }
    if let newest = complete.compactMap(\.answered).max() {
      // A resolver may just have lost its patience with another one.
      if let due = waiting.first(where: { $0.lateness(at: time).map { $0 < time &- newest } ?? false }) { return [due] }
      let ordered = complete.sorted { $0.answered ?? 0 < $1.answered ?? 0 }
      let recent = ordered.firstIndex { newest &- ($0.answered ?? newest) <= Self.jitter } ?? 0
      return ordered[recent...] + ordered[..<recent].reversed()
    }
    // A resolver waits no longer for the other type, or the program does not wait for it.
    if let due = waiting.first(where: { $0.lateness(at: time) != nil }) { return [due] }
    if let last = waiting.last(where: { time &- $0.active <= Self.resolutionDelay }) { return [last] }
    // Another connection after the same lookup, as long as none stands.
    if let used = possible.last(where: { $0.returned != nil && time &- $0.lastUse <= Self.fallback }) { return [used] }
    return waiting.last { time &- $0.active <= Self.nearness }.map { [$0] } ?? []
  }

  private func isRecent(_ lookup: NameLookup, at time: Int64) -> Bool {
    lookup.isComplete && time &- (lookup.answered ?? time) <= Self.nearness
  }

  private mutating func forget(_ lookup: NameLookup, _ fail: (FailedConnection) -> Void) {
    failures.forget(lookup, fail)
    for address in lookup.addresses.keys {
      guard let known = answers[address] else { continue }
      let rest = known.filter { $0 !== lookup }
      answers[address] = rest.isEmpty ? nil : rest
    }
  }

  private mutating func learnBindings(_ message: NameMessage) {
    for record in message.message.answers where record.type == .https && bindings.count < Self.limit {
      guard case .other(let data) = record.value, let binding = try? ServiceBinding(data.span) else { continue }
      bindings.append(
        NamedBinding(
          name: record.name.withoutDot, binding: binding, time: message.packet.timestamp.nanoseconds,
          lifetime: record.timeToLive))
    }
  }

  /// Whether two addresses may be those of one machine: of two families, or two of one IPv6 prefix, with one hardware address as
  /// far as that is known; or the loopback address, from which a machine asks its own resolver.
  private func isSameMachine(_ asking: IPAddress, _ connecting: IPAddress) -> Bool {
    if asking.isLoopback { return true }
    let (first, second) = (machines[asking], machines[connecting])
    switch (asking, connecting) {
    case (.v4, .v6), (.v6, .v4): return first == nil || second == nil || first == second
    case (.v6(let asking), .v6(let connecting)):
      return asking.high == connecting.high && first != nil && first == second
    case (.v4, .v4): return false
    }
  }

  private mutating func noteMachine(_ frame: Frame, _ headers: PacketHeaders, _ bytes: Span<UInt8>) {
    guard frame.linkType == .ethernet, let header = try? EthernetHeader(bytes), let source = headers.source(in: bytes)
    else { return }
    machines[source] = header.source
  }

  private static func ends(_ headers: PacketHeaders, _ bytes: Span<UInt8>) -> NamedConnection.Ends? {
    guard let source = headers.sourceEndpoint(in: bytes), let destination = headers.destinationEndpoint(in: bytes)
    else {
      return nil
    }
    return NamedConnection.Ends(client: source, server: destination)
  }
}

/// An HTTPS record of DNS, and when it was answered.
struct NamedBinding {
  var name: String
  var binding: ServiceBinding
  /// In nanoseconds since the Unix epoch.
  var time: Int64
  /// In seconds.
  var lifetime: UInt32
}

extension DNSName {
  /// The name as URLs have it, without the dot of the root.
  var withoutDot: String {
    let text = description
    return text.utf8.count > 1 && text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  /// True if the name is another one with or without a suffix of a search list.
  func begins(with name: DNSName) -> Bool { labels.starts(with: name.labels) }
}

extension IPAddress {
  fileprivate var isLoopback: Bool {
    switch self {
    case .v4(let address): address.rawValue >> 24 == 127
    case .v6(let address): address.high == 0 && address.low == 1
    }
  }
}
