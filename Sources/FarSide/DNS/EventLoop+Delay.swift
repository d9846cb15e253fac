import NIOCore

extension EventLoop {
  /// Does something after so many nanoseconds; at once if there are none.
  func whenLate(_ nanoseconds: Int64, _ action: @escaping @Sendable () -> Void) {
    guard nanoseconds > 0 else { return action() }
    _ = scheduleTask(in: .nanoseconds(nanoseconds), action)
  }
}
