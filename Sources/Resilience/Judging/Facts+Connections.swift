import Streams

internal import Dissection
internal import Wire

/// What the client did with names and connections.
extension Facts {
  private var attempts: [PacketMark] { evidence.connections.flatMap(\.attempts) }

  func anyConnection() -> Finding? {
    attempts.isEmpty ? nil : Finding("it connected\(at(attempts))", attempts)
  }

  func newActivity(after limit: Timestamp) -> Finding? {
    let late = (attempts + evidence.nameQueries.map(\.packet) + evidence.requests.map(\.packet))
      .filter { $0.timestamp > limit }
    guard let first = late.map(\.timestamp).min() else { return nil }
    return Finding("it was still trying\(at(late))", late, overrun: overrun(limit, first))
  }

  func newActivityAfterCancel() -> Finding? {
    guard let cancel = outcome.cancel else { return nil }
    // Allow for work that was already under way when the client was told to cancel.
    let limit = cancel.time.later(by: 50_000_000)
    // A SYN that is sent again counts too: it shows that the attempt lives on.
    let late = (attempts + evidence.nameQueries.map(\.packet) + evidence.requests.map(\.packet))
      .filter { $0.timestamp > limit }
    guard let first = late.map(\.timestamp).min() else { return nil }
    let overrun = Overrun(from: cancel.time, limit: limit, at: first)
    return Finding("it was still at work\(atAfterCancel(late, cancel.time))", late, overrun: overrun)
  }

  private func atAfterCancel(_ packets: [PacketMark], _ cancel: Timestamp) -> String {
    let first = packets.map(\.timestamp).min() ?? cancel
    return at(packets) + ", \(Seconds.text(first - cancel)) after the cancel and later"
  }

  /// Whether the wire shows that the client gave up by this time: it closed each of its connections before the server did, and
  /// started nothing afterwards.
  func gaveUpOnTheWire(by limit: Timestamp) -> Bool {
    let established = evidence.connections.filter { $0.established != nil }
    guard !established.isEmpty, established.count == evidence.connections.count else { return false }
    let isClosed = established.allSatisfy { connection in
      guard let own = connection.closedByClient, own.timestamp <= limit else { return false }
      return connection.closedByServer.map { own.number < $0.number } ?? true
    }
    return isClosed && newActivity(after: limit) == nil && data(after: limit) == nil
  }

  func openConnection(after limit: Timestamp) -> Finding? {
    for connection in evidence.connections where connection.established != nil {
      guard let closed = connection.closedByClient else {
        // When a process ends, its connections are closed. But Linux sends a FIN only after earlier data has been
        // acknowledged or has timed out, and the link may be gone by then.
        if !outcome.wasEnded, outcome.gone ?? outcome.ended <= limit { continue }
        let lastSeen = [connection.lastResponse, connection.firstRequest, connection.established].compactMap { $0 }
        return Finding("it left a connection open", Array(lastSeen.prefix(1)))
      }
      if closed.timestamp > limit {
        return Finding(
          "it closed a connection only\(at([closed]))", [closed], overrun: overrun(limit, closed.timestamp))
      }
    }
    return nil
  }

  func openConnectionAfterCancel(within time: Int64) -> Finding? {
    outcome.cancel.flatMap { openConnection(after: $0.time.later(by: time)) }
  }

  func connections(moreThan count: Int) -> Finding? {
    let firsts = evidence.connections.compactMap(\.attempts.first)
    return firsts.count > count ? Finding("it opened \(firsts.count) connections,\(at(firsts))", firsts) : nil
  }

  /// A client that is refused at once should end soon, or retry with growing pauses.
  func lateEndWithoutBackoff(after time: Int64) -> Finding? {
    guard let late = lateEnd(after: begun.later(by: time)) else { return nil }
    let firsts = evidence.connections.compactMap(\.attempts.first)
    guard firsts.count > 2 else {
      return Finding("\(late.words), after it had connected\(at(firsts))", firsts, overrun: late.overrun)
    }
    // An attempt over IPv4 right after one over IPv6 is no jitter.
    let families = Dictionary(grouping: evidence.connections, by: \.isIPv6).values
    let pauses = families.map { Pauses(between: $0.compactMap(\.attempts.first)) }.max { $0.count < $1.count }
    guard let pauses, let flaw = pauses.flaw else { return nil }
    let waits = "it waited \(Seconds.list(pauses.lengths)) between its attempts: \(flaw)"
    return Finding("\(late.words), and \(waits)", firsts, overrun: late.overrun)
  }

  func repeatedQuery(moreThan count: Int) -> Finding? {
    let questions = Dictionary(grouping: evidence.nameQueries, by: \.question)
    guard let most = questions.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) }),
      most.value.count > count
    else { return nil }
    let packets = most.value.map(\.packet)
    return Finding("it asked for \(most.key) \(packets.count) times,\(at(packets))", packets)
  }

  /// A query that is on its way, and a clock that counts whole seconds, are not held against the client, in nanoseconds.
  private static let timeToLiveTolerance: Int64 = 1_000_000_000

  func connectionToOldAddress() -> Finding? {
    for connection in evidence.connections {
      guard let first = connection.attempts.first else { continue }
      let known = evidence.nameRecords.filter {
        $0.address == connection.server.address && $0.packet.number < first.number
      }
      guard let latest = known.max(by: { $0.end < $1.end }) else { continue }
      guard first.timestamp > latest.end.later(by: Self.timeToLiveTolerance) else { continue }
      let age = Seconds.text(first.timestamp - latest.packet.timestamp)
      return Finding(
        "it connected to \(connection.server.address) \(age) after the answer, whose TTL is \(latest.timeToLive) s",
        [latest.packet, first])
    }
    return nil
  }

  func lateFallbackToIPv4(after time: Int64) -> Finding? {
    let first = { (isIPv6: Bool) in evidence.connections.first { $0.isIPv6 == isIPv6 }?.attempts.first }
    guard let slow = first(true) else { return nil }
    guard let quick = first(false) else { return Finding("it never tried IPv4", [slow]) }
    let waited = quick.timestamp - slow.timestamp
    guard waited > time else { return nil }
    let overrun = Overrun(from: slow.timestamp, limit: slow.timestamp.later(by: time), at: quick.timestamp)
    return Finding("it tried IPv4 only after \(Seconds.text(waited))", [slow, quick], overrun: overrun)
  }

  func data(after limit: Timestamp) -> Finding? {
    let late = evidence.connections.compactMap { $0.lastSent?.packet }.filter { $0.timestamp > limit }
    guard let first = late.map(\.timestamp).min() else { return nil }
    return Finding("it was still sending\(at(late))", late, overrun: overrun(limit, first))
  }

  /// The alert can be in the server's log, or unencrypted on the wire.
  func missingAlert() -> Finding? {
    let secured = evidence.connections.compactMap { connection in connection.secure.map { (connection, $0) } }
    let silent = secured.first { $1.alert == nil && $1.served.refusal?.hasPrefix("alert ") != true }
    guard let (connection, secure) = silent else { return nil }
    let last = [connection.closedByClient, secure.hello].compactMap { $0 }.prefix(1)
    return Finding("it ended the handshake without an alert", Array(last))
  }

  func continuedUpload(beyond bytes: Int) -> Finding? {
    for connection in evidence.connections {
      guard connection.firstResponse != nil, let last = connection.lastSent else { continue }
      let more = last.total - connection.sentBeforeResponse
      if more > bytes {
        return Finding("it sent \(more) more bytes after the response had arrived", [last.packet])
      }
    }
    return nil
  }
}
