import Synchronization
import TextOutput

/// The latest answers to questions that take a pass over all packets. One is made at a time, because each pass takes a core.
final class AnswerCache: Sendable {
  private static let mostAnswers = 16
  private static let mostBytes = 32 << 20

  private let kept = Mutex<[(question: String, answer: TextBuffer)]>([])

  /// Writes the answer that is kept, or makes it.
  ///
  /// - Parameter isLasting: whether the answer will be the same from now on.
  func append<Failure: Error>(
    _ request: APIRequest, isLasting: Bool, to text: inout TextBuffer, make: (inout TextBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    let parameters = request.parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let question = request.path.joined(separator: "/") + "?" + parameters.joined(separator: "&")
    try kept.withLock { kept throws(Failure) in
      if let known = kept.first(where: { $0.question == question }) {
        return known.answer.withBytes { text.append($0) }
      }
      var answer = TextBuffer()
      try make(&answer)
      answer.withBytes { text.append($0) }
      guard isLasting else { return }
      kept.append((question, answer))
      while kept.count > Self.mostAnswers || kept.reduce(0, { $0 + $1.answer.count }) > Self.mostBytes {
        kept.removeFirst()
      }
    }
  }
}
