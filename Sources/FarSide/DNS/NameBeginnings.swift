import Synchronization

/// When each name was asked for the first time, because a rule can have another answer at first.
final class NameBeginnings: Sendable {
  /// More names than any scenario has. Untrusted queries must not fill the memory.
  private static let most = 1024

  private let first = Mutex<[String: ContinuousClock.Instant]>([:])

  /// How a name is answered now.
  func answering(of name: String, _ rule: DNSRule) -> DNSAnswering {
    guard let beginning = rule.beginning else { return rule.answering }
    let now = ContinuousClock.now
    let start = first.withLock { first in
      if let start = first[name] { return start }
      if first.count < Self.most { first[name] = now }
      return now
    }
    return now - start < .nanoseconds(beginning.duration) ? beginning.answering : rule.answering
  }
}
