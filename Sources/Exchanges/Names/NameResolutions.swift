import DequeModule
import Streams
import Wire

/// A question of DNS and the answer that had the address.
public struct NameResolution: Hashable, Sendable {
  /// When the question was asked first, and when it was answered, in nanoseconds since the Unix epoch.
  public var asked: Int64
  /// When the answer came, in nanoseconds.
  public var answered: Int64
  /// The name that was asked for.
  public var name: String
}

/// The DNS exchanges of a capture, to say which of them gave a client the address that it then connected to.
///
/// A query may travel over another family than the connection that it is for: a resolver with an IPv4 address answers with IPv6
/// addresses. So answers are kept by the address that was resolved, and the one who asked is then compared with the client as
/// a machine: by its address, or else by its hardware address.
struct NameResolutions {
  /// A question and the answer that had the address, in nanoseconds since the Unix epoch.
  private struct Resolution: Hashable {
    /// Who asked.
    var client: IPAddress
    var asked: Int64
    var answered: Int64
    var name: DNSName
    /// The conversation that it was for, once there was one.
    var stream: Int?
  }

  private struct Question: Hashable {
    var client: IPAddress
    var name: DNSName
    var type: DNSRecordType
  }

  /// How many questions wait, and how many addresses are known; the oldest go first.
  private static let limit = 8192
  /// How many answers with the same address are known.
  private static let answersLimit = 64
  /// An address is asked for just before a connection is made to it: this long at most, in nanoseconds.
  private static let nearness: Int64 = 5_000_000_000
  /// Who asks again after this time, in nanoseconds, asks anew: no resolver waits longer.
  private static let patience: Int64 = 60_000_000_000

  private var questions = BoundedTable<Question, Int64>(limit: limit)
  private var answers = BoundedTable<IPAddress, [Resolution]>(limit: limit)
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
    if headers.isTCP, let tcp = headers.tcp(in: bytes), tcp.flags.intersection([.syn, .ack]) == .syn {
      return noteMachine(frame, headers, bytes)
    }
    guard headers.isUDP, let from = headers.sourcePort(in: bytes), let to = headers.destinationPort(in: bytes),
      from == 53 || to == 53, let source = headers.source(in: bytes), let destination = headers.destination(in: bytes),
      let message = try? DNSMessage(bytes, in: headers.payload), let asked = message.questions.first
    else { return }
    let time = frame.timestamp.nanoseconds
    let isResponse = message.header.isResponse
    let ends = [Endpoint(address: source, port: from), Endpoint(address: destination, port: to)]
    failures.read(
      message, client: ends[isResponse ? 1 : 0], server: ends[isResponse ? 0 : 1], PacketMark(frame), fail)
    let question = Question(
      client: isResponse ? destination : source, name: asked.name.lowercased(), type: asked.type)
    if isResponse { return answer(question, message, at: time) }
    noteMachine(frame, headers, bytes)
    // What is asked again has been asked since the first time.
    if let earlier = questions[question], 0...Self.patience ~= time &- earlier { return }
    questions[question] = time
  }

  /// Takes an answer that came over TLS or HTTPS.
  mutating func read(_ answer: EncryptedAnswer) {
    guard let asked = answer.message.questions.first else { return }
    let question = Question(client: answer.client, name: asked.name.lowercased(), type: asked.type)
    questions[question] = answer.asked
    self.answer(question, answer.message, at: answer.answered)
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

  /// The exchange that resolved the server's address for the client just before it began `stream` at `time`.
  mutating func resolution(_ client: IPAddress, _ server: IPAddress, stream: Int, before time: Int64) -> NameResolution?
  {
    guard var known = answers[server] else { return nil }
    let near = known.indices.filter {
      known[$0].answered <= time && time &- known[$0].answered <= Self.nearness
        && known[$0].stream ?? stream == stream
    }
    let own = near.filter { known[$0].client == client }
    let machines = own.isEmpty ? near.filter { isSameMachine(known[$0].client, client) } : own
    // Several others who may be the client are several machines behind one router.
    guard let index = machines.last, machines.allSatisfy({ known[$0].client == known[index].client }) else {
      return nil
    }
    known[index].stream = stream
    answers[server] = known
    return NameResolution(
      asked: known[index].asked, answered: known[index].answered, name: known[index].name.withoutDot)
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

  private mutating func answer(_ question: Question, _ message: DNSMessage, at time: Int64) {
    guard let asked = questions.removeValue(forKey: question) else { return }
    for record in message.answers {
      if record.type == .https, case .other(let data) = record.value, bindings.count < Self.limit,
        let binding = try? ServiceBinding(data.span)
      {
        bindings.append(
          NamedBinding(name: record.name.withoutDot, binding: binding, time: time, lifetime: record.timeToLive))
      }
      let address: IPAddress
      switch record.value {
      case .a(let value): address = .v4(value)
      case .aaaa(let value): address = .v6(value)
      default: continue
      }
      var known = answers[address] ?? []
      if known.count >= Self.answersLimit { known.removeFirst() }
      known.append(Resolution(client: question.client, asked: asked, answered: time, name: question.name))
      answers[address] = known
    }
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

/// A dictionary that forgets its oldest keys when there are too many.
private struct BoundedTable<Key: Hashable, Value> {
  private let limit: Int
  private var values: [Key: Value] = [:]
  private var order: Deque<Key> = []

  init(limit: Int) {
    self.limit = limit
  }

  subscript(key: Key) -> Value? {
    get { values[key] }
    set {
      guard let newValue else { return values[key] = nil }
      if values.updateValue(newValue, forKey: key) == nil {
        order.append(key)
        while order.count > limit, let oldest = order.popFirst() { values[oldest] = nil }
      }
    }
  }

  mutating func removeValue(forKey key: Key) -> Value? { values.removeValue(forKey: key) }
}

extension DNSName {
  /// The name as URLs have it, without the dot of the root.
  var withoutDot: String {
    let text = description
    return text.utf8.count > 1 && text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}

extension IPAddress {
  fileprivate var isLoopback: Bool {
    switch self {
    case .v4(let address): address.rawValue >> 24 == 127
    case .v6(let address): address.high == 0 && address.low == 1
    }
  }
}
