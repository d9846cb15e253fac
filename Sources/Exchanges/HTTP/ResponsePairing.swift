/// Which request a response is for where parts of a conversation are not in the capture: what each side had acknowledged
/// when it sent something tells what it knew. Where that does not tell it for certain, there is no pair.
///
/// A client that does not wait for its responses (pipelining) leaves more open: there the oldest request that the server can have seen
/// is taken, unless requests after it are missing, too.
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
  package mutating func missResponse() { mayMissResponses = true }

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
    // A response that is seen is followed by the next one.
    mayMissResponses = false
    guard isMissing || !gaps.isEmpty else { return Answer(isPaired: !waiting.isEmpty) }
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
    let known = waiting.count { $0.start < acknowledged }
    // The server had not seen the request when it answered.
    guard lost < known else { return Answer(lost: lost, isPaired: false) }
    let request = waiting[lost]
    let isFollowed =
      acknowledged > seen + 1 || gaps.contains { request.start..<acknowledged ~= $0.start }
      || (known > lost + 1 && !isPipelined)
    // The response may be for one that came after it.
    guard !isMissing || !isFollowed else { return Answer(lost: known, isPaired: false) }
    guard !isPipelined else { return Answer(lost: lost) }
    // The client waits for the responses to what came before, and sends the request when it has them all.
    let before = gaps.filter { $0.start < request.start }
    guard before.allSatisfy({ request.acknowledged == start && request.acknowledged > $0.served }) else {
      return Answer(lost: lost, isPaired: false)
    }
    // What went by before the capture began stays open: how many requests those were is never known.
    gaps.removeAll { $0.start < request.start && $0.start != .min }
    return Answer(lost: lost)
  }
}
