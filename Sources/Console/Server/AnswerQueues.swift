import Dispatch

/// Where requests are answered: slow ones beside each other, and quick ones on a thread that slow ones cannot take.
struct AnswerQueues: Sendable {
  private let slow = DispatchQueue(label: "headwind.console.slow", attributes: .concurrent)
  private let quick = DispatchQueue(label: "headwind.console.quick")

  subscript(request: APIRequest) -> DispatchQueue { request.isSlow ? slow : quick }

  /// Waits until all answers are made.
  func drain() {
    slow.sync(flags: .barrier) {}
    quick.sync {}
  }
}
