/// Which request a response is for where parts of a conversation are not in the capture: what each side had acknowledged
/// when it sent something tells what it knew. Where that does not tell it for certain, there is no pair.
///
/// A client that does not wait for its responses (pipelining) leaves more open. There the responses are counted, and nothing is
/// paired until they have caught up with the requests.
///
/// Otherwise responses answer requests in their order (RFC 9112 section 9.3.2), whatever is acknowledged.
package struct ResponsePairing {
  /// A request that waits for its response.
  package struct Request {
    /// Where it begins in the client's stream.
    package var start: Int64
    /// Up to where the client had acknowledged the server's stream when it sent the request.
    package var acknowledged: Int64

    package init(start: Int64, acknowledged: Int64) {
      self.start = start
      self.acknowledged = acknowledged
    }
  }

  /// What becomes of the requests that wait when a response begins.
  package struct Answer: Equatable {
    /// How many of them, oldest first, have had their responses in bytes that are missing, or may have had them.
    package var lost = 0
    /// Whether the next one is what the response is for.
    package var isPaired = true
  }

  /// Bytes of the client that are missing and may have been requests.
  private struct Gap {
    var start: Int64
    /// How far the server's stream had come when it was found.
    var served: Int64
  }

  /// How many gaps are remembered.
  private static let limit = 64

  /// Whether what a side sent is read when all that it had acknowledged was read.
  private let isInStep: Bool
  private var gaps: [Gap] = []
  /// Whether bytes of the server are missing that may have been responses.
  package private(set) var mayMissResponses = false
  /// How many responses are missing for certain.
  private var missedResponses = 0
  /// With pipelining: how many of the requests after the oldest that waits may already have had their responses.
  private var slack = 0
  /// With pipelining: how many responses went by that may have been for missing requests.
  private var unclaimed = 0
  /// Whether the client sends requests without waiting for the responses before.
  package var isPipelined = false

  /// - Parameter isInStep: whether what a side sent is read when all that it had acknowledged was read. Trees show a message with the
  ///   packet that completes it, so their streams do not wait for each other: there the oldest request that the server can have
  ///   seen is taken.
  package init(isInStep: Bool = true) {
    self.isInStep = isInStep
  }

  /// Whether anything is missing, so that the order of the messages does not tell which belong together.
  package var isUncertain: Bool { mayMissResponses || !gaps.isEmpty }

  /// Bytes of the client are missing, or went by before the capture began.
  /// - Parameter served: up to where the server's stream has come.
  package mutating func missRequest(at start: Int64, served: Int64) {
    if gaps.count < Self.limit { gaps.append(Gap(start: start, served: served)) }
  }

  /// Bytes of the server are missing.
  /// - Parameter isBeginning: whether a response begins in them for certain.
  package mutating func missResponse(isBeginning: Bool = false) {
    mayMissResponses = true
    if isBeginning { missedResponses += 1 }
  }

  /// Whether requests may be missing that came before a place in the client's stream.
  func mayMissRequest(before start: Int64) -> Bool { gaps.contains { $0.start < start } }

  /// Whether responses of a pipelining client are not paired at present.
  var isInDoubt: Bool { isPipelined && (!gaps.isEmpty || slack > 0 || mayMissResponses) }

  /// A pipelining client sends a request when it has all that the server has sent.
  /// - Parameter waiting: how many requests before it wait.
  /// - Returns: whether those that wait have had their responses, because as many responses went by as requests.
  mutating func settles(waiting: Int) -> Bool {
    guard !gaps.contains(where: { $0.start == .min }) else { return false }
    guard waiting + gaps.count <= unclaimed + missedResponses else { return false }
    gaps = []
    (slack, unclaimed, missedResponses) = (0, 0, 0)
    mayMissResponses = false
    return true
  }

  /// Takes the beginning of a response.
  /// - Parameters:
  ///   - waiting: the requests that wait, oldest first.
  ///   - start: where the response begins in the server's stream.
  ///   - acknowledged: up to where the server had acknowledged the client's stream.
  ///   - seen: up to where the client's stream has come.
  package mutating func answer(
    _ waiting: [Request], start: Int64, acknowledged: Int64, seen: Int64
  ) -> Answer {
    let isMissing = mayMissResponses
    let missed = missedResponses
    // A response that is seen is followed by the next one.
    mayMissResponses = false
    missedResponses = 0
    guard isMissing || !gaps.isEmpty || slack > 0 else { return Answer(isPaired: !waiting.isEmpty) }
    let known = waiting.count { $0.start < acknowledged }
    // The server owes two responses: the client did not wait, or a gap misleads.
    if isInStep, known > 1, !isMissing {
      if gaps.isEmpty { isPipelined = true } else if !isPipelined { return Answer(lost: known - 1, isPaired: false) }
    }
    if isInStep, isPipelined {
      if isMissing { slack = .max }
      return answerPipelined(waiting, missed: missed, acknowledged: acknowledged, seen: seen)
    }
    var lost = 0
    // The client sent the next request after it had more of the server's stream, so that this one was answered.
    while isMissing, lost + 1 < waiting.count, waiting[lost + 1].acknowledged > waiting[lost].acknowledged,
      waiting[lost + 1].acknowledged <= start
    {
      lost += 1
    }
    guard isInStep else {
      return Answer(
        lost: lost, isPaired: lost < waiting.count && (gaps.isEmpty || waiting[lost].start < acknowledged))
    }
    // The server had not seen the request when it answered.
    guard lost < known else { return Answer(lost: lost, isPaired: false) }
    let request = waiting[lost]
    let isFollowed =
      acknowledged > seen + 1 || gaps.contains { request.start..<acknowledged ~= $0.start }
      || known > lost + 1
    // The response may be for one that came after it.
    guard !isMissing || !isFollowed else { return Answer(lost: known, isPaired: false) }
    // The client waits for the responses to what came before, and sends the request when it has them all.
    let before = gaps.filter { $0.start < request.start }
    guard before.allSatisfy({ request.acknowledged == start && request.acknowledged > $0.served }) else {
      return Answer(lost: lost, isPaired: false)
    }
    // What went by before the capture began stays open: how many requests those were is never known.
    gaps.removeAll { $0.start < request.start && $0.start != .min }
    return Answer(lost: lost)
  }

  /// Takes the beginning of a response where the client does not wait for responses. It is for the oldest request that waits, for
  /// one of the `slack` requests after it, or for one that is missing.
  private mutating func answerPipelined(
    _ waiting: [Request], missed: Int, acknowledged: Int64, seen: Int64
  ) -> Answer {
    let known = waiting.count { $0.start < acknowledged }
    var lost = 0
    for _ in 0..<missed {
      if lost < known, !mayMissRequest(before: waiting[lost].start) { lost += 1 } else { unclaimed += 1 }
    }
    guard lost < known else {
      if !gaps.isEmpty { unclaimed += 1 }
      return Answer(lost: lost, isPaired: false)
    }
    let request = waiting[lost]
    let isFollowed = acknowledged > seen + 1 || gaps.contains { request.start..<acknowledged ~= $0.start }
    let isLate = slack > 0 && (isFollowed || known > lost + 1)
    slack = min(slack, known - lost - (isFollowed ? 0 : 1))
    if mayMissRequest(before: request.start) {
      unclaimed += 1
      slack += 1
      return Answer(lost: lost, isPaired: false)
    }
    // Responses come in order: whichever request this one is for, the oldest will have none after it.
    return isLate ? Answer(lost: lost + 1, isPaired: false) : Answer(lost: lost)
  }
}
