import NIOCore

extension EventLoop {
  /// Runs an action after this many nanoseconds; at once if it is zero.
  func whenLate(_ nanoseconds: Int64, _ action: @escaping @Sendable () -> Void) {
    guard nanoseconds > 0 else { return action() }
    _ = scheduleTask(in: .nanoseconds(nanoseconds), action)
  }
}
