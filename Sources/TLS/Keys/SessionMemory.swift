import RecordCiphers
import Synchronization

/// Names a session of TLS 1.2 or before that a client can take up again: by the ID that the server gave it (RFC 5246 section 7.3), or by
/// a ticket (RFC 5077).
struct SessionName: Hashable, Sendable {
  /// A digest, because a ticket can have 64 KB.
  private let digest: [UInt8]

  /// - Returns: nil for an empty ID, which names nothing.
  init?(id: [UInt8]) {
    guard !id.isEmpty else { return nil }
    digest = Hash.sha256.digest([0] + id)
  }

  /// - Returns: nil for an empty ticket, with which a client asks for one.
  init?(ticket: [UInt8]) {
    guard !ticket.isEmpty else { return nil }
    digest = Hash.sha256.digest([1] + ticket)
  }
}

/// The master secrets of sessions, for the connections that take them up again. The oldest session gives way to a new one.
final class SessionMemory: Sendable {
  private struct State {
    var secrets: [SessionName: SecretBytes] = [:]
    /// A ring of the names in the order in which they came.
    var order: [SessionName] = []
    var oldest = 0
    /// The names that were asked for in vain.
    var wanted: Set<SessionName> = []
  }

  private static let mostWanted = 1 << 12

  private let capacity: Int
  private let state = Mutex(State())
  private let found = Atomic<Int>(0)

  /// - Parameter capacity: the names that are kept, of about 200 bytes each.
  init(capacity: Int = 1 << 16) {
    self.capacity = max(1, capacity)
  }

  /// Grows whenever a secret comes that was asked for before.
  var revision: Int { found.load(ordering: .relaxed) }

  func remember(_ master: SecretBytes, as name: SessionName) {
    let wasWanted = state.withLock { state in
      guard state.secrets.updateValue(master, forKey: name) == nil else { return false }
      if state.order.count < capacity {
        state.order.append(name)
      } else {
        state.secrets[state.order[state.oldest]] = nil
        state.order[state.oldest] = name
        state.oldest = (state.oldest + 1) % capacity
      }
      return state.wanted.remove(name) != nil
    }
    if wasWanted { found.add(1, ordering: .relaxed) }
  }

  func masterSecret(of name: SessionName) -> SecretBytes? {
    state.withLock { state in
      if let secret = state.secrets[name] { return secret }
      if state.wanted.count >= Self.mostWanted { state.wanted = [] }
      state.wanted.insert(name)
      return nil
    }
  }
}
