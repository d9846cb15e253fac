import DequeModule
import Wire

/// The DNS exchanges of a capture, to say which of them gave a client the address that it then connected to.
struct NameResolutions {
  /// A question and the answer that had the address, in nanoseconds since the Unix epoch.
  struct Resolution: Hashable {
    var asked: Int64
    var answered: Int64
    /// The conversation that it was for, once there was one.
    var stream: Int?
  }

  private struct Question: Hashable {
    var client: IPAddress
    var name: DNSName
    var type: DNSRecordType
  }

  private struct Use: Hashable {
    var client: IPAddress
    var address: IPAddress
  }

  /// How many questions wait, and how many addresses are known; the oldest go first.
  private static let limit = 8192
  /// An address is asked for just before a connection is made to it: this long at most, in nanoseconds.
  private static let nearness: Int64 = 5_000_000_000

  private var questions: [Question: Int64] = [:]
  private var questionOrder: Deque<Question> = []
  private var answers: [Use: [Resolution]] = [:]
  private var answerOrder: Deque<Use> = []

  /// Takes the next frame of the capture; what is not DNS passes by.
  mutating func read(_ frame: Frame, _ headers: PacketHeaders, _ bytes: Span<UInt8>) {
    guard headers.isUDP, let from = headers.sourcePort(in: bytes), let to = headers.destinationPort(in: bytes),
      from == 53 || to == 53, let source = headers.source(in: bytes), let destination = headers.destination(in: bytes),
      let message = try? DNSMessage(bytes, in: headers.payload), let asked = message.questions.first
    else { return }
    let time = frame.timestamp.nanoseconds
    let isResponse = message.header.isResponse
    let question = Question(
      client: isResponse ? destination : source, name: asked.name.lowercased(), type: asked.type)
    if isResponse {
      answer(question, message, at: time)
    } else if questions[question] == nil {
      // What is asked again has been asked since the first time.
      questions[question] = time
      questionOrder.append(question)
      if questionOrder.count > Self.limit, let oldest = questionOrder.popFirst() { questions[oldest] = nil }
    }
  }

  /// The exchange that resolved the server's address for the client just before it began `stream` at `time`.
  mutating func resolution(_ client: IPAddress, _ server: IPAddress, stream: Int, before time: Int64) -> Resolution? {
    let use = Use(client: client, address: server)
    guard var known = answers[use] else { return nil }
    let index = known.lastIndex {
      $0.answered <= time && time &- $0.answered <= Self.nearness && $0.stream ?? stream == stream
    }
    guard let index else { return nil }
    known[index].stream = stream
    answers[use] = known
    return known[index]
  }

  private mutating func answer(_ question: Question, _ message: DNSMessage, at time: Int64) {
    guard let asked = questions.removeValue(forKey: question) else { return }
    for record in message.answers {
      let address: IPAddress
      switch record.value {
      case .a(let value): address = .v4(value)
      case .aaaa(let value): address = .v6(value)
      default: continue
      }
      let use = Use(client: question.client, address: address)
      if answers[use] == nil {
        answerOrder.append(use)
        if answerOrder.count > Self.limit, let oldest = answerOrder.popFirst() { answers[oldest] = nil }
      }
      var known = answers[use] ?? []
      if known.count >= 8 { known.removeFirst() }
      known.append(Resolution(asked: asked, answered: time))
      answers[use] = known
    }
  }
}
