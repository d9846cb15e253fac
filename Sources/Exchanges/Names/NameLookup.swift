import Streams
import Wire

/// One call of a resolver: all that a client asked for one name, from the first question over every retry and type to the last
/// answer.
///
/// glibc and musl ask for both types from one port. Go, Chromium and hickory take a port and an ID for each question. What was not
/// answered is asked again: by glibc, musl and c-ares with the same ID, by the others with another one.
final class NameLookup {
  /// The question for one type.
  struct Question {
    var type: DNSRecordType
    /// The ID and the port of the last question. An answer to an earlier port is no longer waited for.
    var identifier: UInt16
    var client: Endpoint
    var server: Endpoint
    var isInStream: Bool
    /// When it was asked last, in nanoseconds since the Unix epoch.
    var asked: Int64
    /// When it was answered; nil while it is open.
    var answered: Int64?
    /// True if the answer is no use, so that the resolver asks again: truncated, or an error of the server.
    var hasFailed = false
  }

  /// The types whose answers a connection waits for.
  static let types: Set<DNSRecordType> = [.a, .aaaa, .https, .any]
  /// The most steps of a search list that are remembered.
  private static let longestSearch = 32
  /// The most addresses that are kept of one lookup.
  private static let addressLimit = 32

  let name: DNSName
  /// The port of its first question, and the server that was asked.
  let client: Endpoint
  let server: Endpoint
  private(set) var asked: PacketMark
  private(set) var last: PacketMark
  private(set) var questions: [Question] = []
  /// The number of questions that were sent, retries too, for IPv4 and IPv6 addresses.
  private(set) var queries = 0
  /// When each address came, in nanoseconds.
  private(set) var addresses: [IPAddress: Int64] = [:]
  /// The lookup before it that found nothing, if this one may be the next step of a search list.
  let previous: NameLookup?
  private let steps: Int
  /// True if a lookup has followed it as the next step of a search list.
  var isFollowed = false
  /// When the resolver returned, as the first connection shows; nil before one.
  private(set) var returned: Int64?
  /// When a connection was last asked for.
  private(set) var lastUse: Int64 = .min
  /// The connection that took it first, until that is over.
  weak var taker: NamedConnection?
  /// True if a connection to one of its addresses stands, so that later connections have not waited for it.
  var isSpent = false
  /// Why it found nothing, as far as is known.
  private(set) var failure: ConnectionFailure?
  /// True if there is nothing more to say of a failure: an answer came, or the failure was told.
  var isSettled = false

  init(_ name: DNSName, _ message: NameMessage, after previous: NameLookup?) {
    self.name = name
    let steps = (previous?.steps ?? 0) + 1
    self.steps = steps
    self.previous = steps > Self.longestSearch ? nil : previous
    (client, server) = (message.client, message.server)
    (asked, last) = (message.packet, message.packet)
  }

  /// True if nothing is waited for.
  var isComplete: Bool { questions.allSatisfy { $0.answered != nil && !$0.hasFailed } }
  /// When the last answer came, in nanoseconds; nil before any.
  var answered: Int64? { questions.compactMap(\.answered).max() }
  /// When the last question or answer went by, in nanoseconds.
  var active: Int64 { questions.reduce(asked.timestamp.nanoseconds) { max($0, $1.asked, $1.answered ?? .min) } }
  /// True if both types were asked for at once, each from a port of its own, as Go and Chromium do.
  private(set) var isParallel = false

  func question(_ type: DNSRecordType) -> Question? { questions.first { $0.type == type } }

  /// The lateness of its resolver if it goes on at a time without an answer that it waited for, in nanoseconds; nil if it would still wait.
  func lateness(at time: Int64) -> Int64? {
    ([asked.timestamp.nanoseconds] + questions.map(\.asked)).compactMap {
      ResolverTimeout.lateness(after: time &- $0)
    }.min()
  }

  /// Takes a question that belongs to it.
  func ask(_ type: DNSRecordType, _ message: NameMessage) {
    if message.packet.timestamp < asked.timestamp { asked = message.packet }
    last = message.packet
    if type == .a || type == .aaaa { queries += 1 }
    let question = Question(
      type: type, identifier: message.message.identifier, client: message.client, server: message.server,
      isInStream: message.isInStream,
      asked: message.packet.timestamp.nanoseconds)
    if let index = questions.firstIndex(where: { $0.type == type }) {
      questions[index] = question
    } else {
      isParallel =
        isParallel || questions.contains { $0.client != message.client && $0.answered ?? .max > question.asked }
      questions.append(question)
    }
  }

  /// Takes an answer.
  ///
  /// - Returns: the addresses that are new, or nil if nobody waits for the answer.
  func answer(_ type: DNSRecordType, _ message: NameMessage) -> [IPAddress]? {
    guard
      let index = questions.firstIndex(where: {
        $0.type == type && $0.identifier == message.message.identifier && $0.client == message.client
      }), questions[index].answered == nil || questions[index].hasFailed
    else { return nil }
    let time = message.packet.timestamp.nanoseconds
    let header = message.message.header
    questions[index].answered = time
    questions[index].hasFailed = header.isTruncated || header.responseCode != 0 && header.responseCode != 3
    if type == .a || type == .aaaa { judge(header, message.packet) }
    var found: [IPAddress] = []
    for record in message.message.answers where !header.isTruncated {
      guard let address = record.address, addresses.count < Self.addressLimit else { continue }
      if addresses[address] == nil { found.append(address) }
      addresses[address] = time
    }
    return found
  }

  private func judge(_ header: DNSHeader, _ packet: PacketMark) {
    guard !isSettled, !header.isTruncated else { return }
    switch header.responseCode {
    case 0: isSettled = true
    case 3:
      failure = .nameNotFound
      last = packet
    case let code:
      failure = .nameServerFailed(code)
      last = packet
    }
  }

  /// Takes an ICMP error that answers its last question of a type.
  func reject(_ error: ICMPError, _ packet: PacketMark) {
    guard !isSettled,
      questions.contains(where: { $0.answered == nil && $0.client == error.source && $0.server == error.destination })
    else { return }
    failure = .nameServerRejected(error.rejection)
    last = packet
  }

  /// Takes a connection that was made after it.
  ///
  /// A resolver that still waits for an answer has kept the client waiting until now, or has let it go on with what it had.
  func use(at time: Int64) {
    returned = returned ?? (isComplete ? min(time, answered ?? time) : time)
    lastUse = max(lastUse, time)
  }

  /// The first step of the search list (resolv.conf(5)) that ended with this lookup, for a name as the program has it.
  func first(of name: DNSName?) -> NameLookup {
    guard let name, self.name.begins(with: name), let previous, previous.name.begins(with: name) else { return self }
    return previous.first(of: name)
  }

  /// Notes that the connection goes on, although it is not made yet.
  func stay(at time: Int64) { lastUse = max(lastUse, time) }
}

extension DNSRecord {
  /// The address that it has, if it is one of A or AAAA.
  fileprivate var address: IPAddress? {
    switch value {
    case .a(let value): .v4(value)
    case .aaaa(let value): .v6(value)
    default: nil
    }
  }
}
