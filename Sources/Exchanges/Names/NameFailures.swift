import DequeModule
import Streams
import Wire

/// The names that clients asked DNS for, to say which of them were not resolved.
///
/// A program asks for IPv4 and IPv6 addresses at once, asks again, and asks other servers: all of that is one attempt. It fails when
/// the answer is that there is no such name, or when no answer with success has come after ``patience``.
struct NameFailures {
  private struct Key: Hashable {
    var client: IPAddress
    var name: DNSName
  }

  private struct Attempt {
    var client: Endpoint
    var server: Endpoint
    var asked: PacketMark
    var last: PacketMark
    var queries = 1
    /// The ends of the last query, whose error of ICMP it may be.
    var lastEnds: [Endpoint]
    var failure: ConnectionFailure?
    /// Whether there is nothing to report any more: it succeeded, or its failure was told.
    var isSettled = false
  }

  private static let limit = 8192
  /// How long an attempt goes on, in nanoseconds. Resolvers ask for the second and third time after 5 s.
  private static let patience: Int64 = 15_000_000_000

  private var attempts: [Key: Attempt] = [:]
  private var order: Deque<Key> = []

  mutating func read(
    _ message: DNSMessage, client: Endpoint, server: Endpoint, _ now: PacketMark, _ fail: (FailedConnection) -> Void
  ) {
    expire(before: now.timestamp.nanoseconds &- Self.patience, fail)
    guard let question = message.questions.first, question.type == .a || question.type == .aaaa else { return }
    let key = Key(client: client.address, name: question.name.lowercased())
    guard message.header.isResponse else { return ask(key, client, server, now, fail) }
    guard var attempt = attempts[key], !attempt.isSettled else { return }
    switch message.header.responseCode {
    case 0: attempt.isSettled = true
    case 3:
      attempt.failure = .nameNotFound
      attempt.last = now
      tell(key, attempt, fail)
      attempt.isSettled = true
    case let code:
      attempt.failure = .nameServerFailed(code)
      attempt.last = now
    }
    attempts[key] = attempt
  }

  /// An ICMP error has answered a query. It counts unless a server answers all the same.
  mutating func reject(_ error: ICMPError, _ now: PacketMark) {
    guard error.destination.port == 53 else { return }
    for (key, attempt) in attempts
    where !attempt.isSettled && attempt.lastEnds == [error.source, error.destination] {
      attempts[key]?.failure = .nameServerRejected(error.rejection)
      attempts[key]?.last = now
    }
  }

  mutating func finish(_ fail: (FailedConnection) -> Void) { expire(before: .max, fail) }

  private mutating func ask(
    _ key: Key, _ client: Endpoint, _ server: Endpoint, _ now: PacketMark, _ fail: (FailedConnection) -> Void
  ) {
    if attempts[key] != nil {
      attempts[key]?.queries += 1
      if attempts[key]?.isSettled == false { attempts[key]?.last = now }
      attempts[key]?.lastEnds = [client, server]
      return
    }
    attempts[key] = Attempt(client: client, server: server, asked: now, last: now, lastEnds: [client, server])
    order.append(key)
    if order.count > Self.limit { settleOldest(fail) }
  }

  /// Ends the attempts that began before a time.
  private mutating func expire(before time: Int64, _ fail: (FailedConnection) -> Void) {
    while let key = order.first, attempts[key]?.asked.timestamp.nanoseconds ?? .min < time { settleOldest(fail) }
  }

  private mutating func settleOldest(_ fail: (FailedConnection) -> Void) {
    guard let key = order.popFirst(), let attempt = attempts.removeValue(forKey: key), !attempt.isSettled else {
      return
    }
    tell(key, attempt, fail)
  }

  private func tell(_ key: Key, _ attempt: Attempt, _ fail: (FailedConnection) -> Void) {
    fail(
      FailedConnection(
        client: attempt.client, server: attempt.server, name: key.name.withoutDot, opened: attempt.asked,
        ended: attempt.last, failure: attempt.failure ?? .nameUnanswered(queries: attempt.queries)))
  }
}
