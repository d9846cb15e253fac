import DequeModule
import Streams
import Wire

/// The lookups that may come to nothing, to say which of them did.
///
/// A lookup fails when the answer is that there is no such name, or when no answer with success has come after ``patience``.
struct NameFailures {
  /// The longest duration of a lookup, in nanoseconds. Resolvers ask for the second and third time after 5 s.
  private static let patience: Int64 = 15_000_000_000

  private var open: Deque<NameLookup> = []

  /// Takes a lookup that begins.
  mutating func begin(_ lookup: NameLookup) { open.append(lookup) }

  /// Takes a lookup that was answered.
  func answer(_ lookup: NameLookup, _ fail: (FailedConnection) -> Void) {
    if !lookup.isSettled, lookup.failure == .nameNotFound { settle(lookup, fail) }
  }

  /// Ends the lookups that began too long before a time, in nanoseconds.
  mutating func expire(at time: Int64, _ fail: (FailedConnection) -> Void) {
    while let lookup = open.first, lookup.isSettled || time &- lookup.asked.timestamp.nanoseconds > Self.patience {
      open.removeFirst()
      settle(lookup, fail)
    }
  }

  /// An ICMP error has answered a query. It counts unless a server answers all the same.
  mutating func reject(_ error: ICMPError, _ now: PacketMark) {
    guard error.destination.port == 53 else { return }
    for lookup in open { lookup.reject(error, now) }
  }

  /// Says that a lookup will not be followed any more.
  mutating func forget(_ lookup: NameLookup, _ fail: (FailedConnection) -> Void) {
    if open.first === lookup { open.removeFirst() }
    settle(lookup, fail)
  }

  /// Says that the capture is over.
  mutating func finish(_ fail: (FailedConnection) -> Void) {
    while let lookup = open.popFirst() { settle(lookup, fail) }
  }

  private func settle(_ lookup: NameLookup, _ fail: (FailedConnection) -> Void) {
    guard !lookup.isSettled else { return }
    lookup.isSettled = true
    guard lookup.queries > 0 else { return }
    fail(
      FailedConnection(
        client: lookup.client, server: lookup.server, name: lookup.name.withoutDot, opened: lookup.asked,
        ended: lookup.last, failure: lookup.failure ?? .nameUnanswered(queries: lookup.queries)))
  }
}
