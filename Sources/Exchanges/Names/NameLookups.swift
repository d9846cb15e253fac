import DequeModule
import Streams
import Wire

/// The lookups of a capture: groups questions and answers of DNS into calls of resolvers.
struct NameLookups {
  private struct Owner: Hashable {
    var client: IPAddress
    var name: DNSName
  }

  private struct Transaction: Hashable {
    var client: Endpoint
    var identifier: UInt16
    var name: DNSName
    var type: DNSRecordType
  }

  /// The most lookups that are remembered; the oldest go first.
  private static let limit = 4096
  /// The most lookups of one name by one client that are compared with a question.
  private static let comparedLimit = 512
  /// The most lookups of a client that are remembered although they found nothing.
  private static let failedLimit = 64
  /// The longest time without a word in a lookup, in nanoseconds: no resolver waits longer.
  private static let patience: Int64 = 60_000_000_000
  /// The time within which a program takes its next step, in nanoseconds: asks for another type, another name of its search list, or
  /// another server after a failure.
  private static let step: Int64 = 100_000_000
  /// The time within which a resolver asks for both types from two ports, in nanoseconds.
  private static let burst: Int64 = 10_000_000

  /// The clients that ask for both types from one port. Those ask again from it, or with the same ID.
  private var sharers = BoundedTable<IPAddress, Void>(limit: 1024)
  private var transactions = BoundedTable<Transaction, NameLookup>(limit: 2 * limit)
  private var lookups: [Owner: [NameLookup]] = [:]
  /// The lookups that found nothing most recently, by client.
  private var failed = BoundedTable<IPAddress, [NameLookup]>(limit: 1024)
  private var order: Deque<NameLookup> = []

  /// Takes a question.
  ///
  /// - Returns: the lookup if it is a new one, and those that are forgotten for its sake.
  mutating func ask(_ message: NameMessage) -> (new: NameLookup?, forgotten: NameLookup?) {
    guard let question = message.message.questions.first, NameLookup.types.contains(question.type) else {
      return (nil, nil)
    }
    let name = question.name.lowercased()
    let owner = Owner(client: message.client.address, name: name)
    let transaction = Transaction(
      client: message.client, identifier: message.message.identifier, name: name, type: question.type)
    if let known = lookups[owner].flatMap({ lookup(among: $0, question.type, message) }) {
      if !message.isInStream,
        known.questions.contains(where: { $0.client == message.client && $0.type != question.type })
      {
        sharers[message.client.address] = ()
      }
      known.ask(question.type, message)
      transactions[transaction] = known
      return (nil, nil)
    }
    let new = NameLookup(name, message, after: previous(name, message))
    new.previous?.isFollowed = true
    new.ask(question.type, message)
    transactions[transaction] = new
    let time = message.packet.timestamp.nanoseconds
    var known = (lookups[owner] ?? []).filter { time &- $0.active <= Self.patience && !$0.isSpent }
    if known.count >= Self.comparedLimit { known.removeFirst() }
    lookups[owner] = known + [new]
    order.append(new)
    return (new, order.count > Self.limit ? forgetOldest() : nil)
  }

  /// Takes an answer.
  ///
  /// - Returns: the lookup, and its addresses that are new; nil if nobody waits for the answer.
  mutating func answer(_ message: NameMessage) -> (lookup: NameLookup, addresses: [IPAddress])? {
    guard let question = message.message.questions.first else { return nil }
    let name = question.name.lowercased()
    let transaction = Transaction(
      client: message.client, identifier: message.message.identifier, name: name, type: question.type)
    guard let lookup = transactions[transaction], let addresses = lookup.answer(question.type, message) else {
      return nil
    }
    if lookup.isComplete, lookup.addresses.isEmpty { noteFailed(lookup, message) }
    return (lookup, addresses)
  }

  private mutating func noteFailed(_ lookup: NameLookup, _ message: NameMessage) {
    let (client, time) = (message.client.address, message.packet.timestamp.nanoseconds)
    let others = (failed[client] ?? []).filter { !$0.isFollowed && $0 !== lookup && time &- $0.active <= Self.step }
    failed[client] = others.suffix(Self.failedLimit - 1) + [lookup]
  }

  private mutating func forgetOldest() -> NameLookup? {
    guard let oldest = order.popFirst() else { return nil }
    let owner = Owner(client: oldest.client.address, name: oldest.name)
    lookups[owner]?.removeAll { $0 === oldest }
    if lookups[owner]?.isEmpty == true { lookups[owner] = nil }
    return oldest
  }

  /// The lookup that a question continues.
  private func lookup(among known: [NameLookup], _ type: DNSRecordType, _ message: NameMessage) -> NameLookup? {
    let time = message.packet.timestamp.nanoseconds
    // What went through HTTPS is known when it is answered: the other type may have been asked before.
    let open = known.filter { !$0.isSpent && -Self.step...Self.patience ~= time &- $0.asked.timestamp.nanoseconds }
    return open.last { isSamePort($0, type, message) } ?? open.last { isSentAgain($0, type, message) }
      ?? open.first { isNextStep($0, type, message, isLatest: $0 === known.last) }
  }

  /// True if the port has asked before, for this type with the same ID, or for another type.
  private func isSamePort(_ lookup: NameLookup, _ type: DNSRecordType, _ message: NameMessage) -> Bool {
    guard lookup.questions.contains(where: { $0.client == message.client }) else { return false }
    let time = message.packet.timestamp.nanoseconds
    guard let question = lookup.question(type) else { return !lookup.isComplete || time &- lookup.active <= Self.step }
    if question.hasFailed { return time &- (question.answered ?? time) <= Self.step }
    guard !message.isInStream, question.client == message.client,
      question.identifier == message.message.identifier
    else { return false }
    // An answer may be lost after it was captured. An ID of 0 says nothing of that.
    return question.answered == nil || question.identifier != 0
  }

  /// True if a question is asked again from another port with the same ID: after a timeout, or a failure.
  private func isSentAgain(_ lookup: NameLookup, _ type: DNSRecordType, _ message: NameMessage) -> Bool {
    guard let question = lookup.question(type), question.identifier == message.message.identifier,
      question.identifier != 0
    else { return false }
    return question.hasFailed
      || !message.isInStream && message.packet.timestamp.nanoseconds &- question.asked > Self.step
  }

  /// True if a resolver that takes a port for each question has asked for the other type, or asks again.
  ///
  /// - Parameter isLatest: true if the client has begun no other lookup of the name since.
  private func isNextStep(
    _ lookup: NameLookup, _ type: DNSRecordType, _ message: NameMessage, isLatest: Bool
  ) -> Bool {
    let time = message.packet.timestamp.nanoseconds
    guard lookup.returned == nil else { return false }
    guard let question = lookup.question(type) else {
      return !sharesPorts(lookup) && time &- lookup.asked.timestamp.nanoseconds <= Self.burst
        || lookup.isComplete && time &- lookup.active <= Self.burst
    }
    if question.hasFailed { return time &- (question.answered ?? time) <= Self.step }
    guard question.answered == nil, lookup.isParallel || !sharesPorts(lookup),
      let lateness = ResolverTimeout.lateness(after: time &- question.asked)
    else { return false }
    // Where others ask for the name meanwhile, only the usual timeout tells.
    return isLatest || lateness <= Self.burst && ResolverTimeout.isUsual(time &- question.asked)
  }

  private func sharesPorts(_ lookup: NameLookup) -> Bool {
    sharers[lookup.client.address] != nil || Set(lookup.questions.map(\.client)).count < lookup.questions.count
  }

  /// The lookup before that found nothing, of which this may be the next step in the search list (resolv.conf(5)).
  private func previous(_ name: DNSName, _ message: NameMessage) -> NameLookup? {
    let time = message.packet.timestamp.nanoseconds
    return failed[message.client.address]?.first {
      !$0.isFollowed && 0...Self.step ~= time &- $0.active && $0.name != name
        && $0.name.labels.first == name.labels.first
    }
  }
}
