import Wire

/// The connection requests that the relay holds: from the SYN to the accepted connection. It knows no socket, and no clock but the
/// instants that it is told.
struct ConnectionAttempts<Upstream: Sendable>: Sendable {
  /// A connection by its two ends on the link.
  struct Key: Hashable {
    var client: Endpoint
    var destination: Endpoint
  }

  /// A request that was received.
  struct Attempt {
    /// The SYN with the header of its offloads, as it is to be delivered.
    var message: [UInt8]
    /// What is needed to answer it.
    var request: HeldPacket
    var sequence: UInt32
    /// The host's side of it, which is being connected at first.
    var upstream: Upstream
    var isConnected = false
    /// By which the relay knows the dial.
    var token: UInt64
    /// When the SYN was last seen, in seconds.
    var seen: Double
  }

  /// What to do with a SYN.
  enum Decision: Equatable {
    /// Dial its destination.
    case dial
    /// Deliver it: the destination has accepted.
    case deliver
    /// Drop it: the destination has not answered yet, or there is no room. The client sends it again.
    case drop
  }

  /// How many requests are held. Beyond that, one that the client has left alone for a while makes room.
  let limit: Int
  private var attempts: [Key: Attempt] = [:]
  /// Before this instant, no request makes room.
  private var nextRoom = -Double.infinity
  /// The sequence numbers of accepted requests, for copies of their SYNs that arrive later, and when they were accepted.
  private var accepted: [Key: (sequence: UInt32, at: Double)] = [:]

  /// After how long a request that the client has not completed makes room for another, in seconds. A crowd of clients that
  /// connect at the same moment completes its requests sooner.
  static var grace: Double { 5 }
  /// How long a request waits for the client, in seconds. The kernel repeats a SYN-ACK for about a minute.
  static var patience: Double { 130 }
  /// How long copies of a SYN are known, in seconds.
  static var memory: Double { 60 }

  init(limit: Int) {
    self.limit = limit
  }

  var count: Int { attempts.count }

  /// Decides about a SYN. After `dial`, call `begin`.
  mutating func decide(_ key: Key, sequence: UInt32, at now: Double) -> Decision {
    if let known = accepted[key] {
      if known.sequence == sequence { return .deliver }
      accepted[key] = nil
    }
    guard let attempt = attempts[key], attempt.sequence == sequence else {
      attempts[key] = nil
      return attempts.count < limit || makeRoom(at: now) ? .dial : .drop
    }
    attempts[key]?.seen = now
    return attempt.isConnected ? .deliver : .drop
  }

  /// Holds a request while its destination is dialled.
  mutating func begin(_ key: Key, _ attempt: Attempt) {
    attempts[key] = attempt
  }

  /// The request of a connection, if it is held.
  subscript(_ key: Key) -> Attempt? { attempts[key] }

  /// Records that the destination has accepted, and returns the SYN to deliver.
  mutating func connect(_ key: Key) -> [UInt8]? {
    attempts[key]?.isConnected = true
    return attempts[key]?.message
  }

  /// Removes a request, because its destination does not accept or the client has given up.
  mutating func end(_ key: Key) {
    attempts[key] = nil
  }

  /// The host's connection for one that the client has completed; nil if there is none.
  mutating func accept(_ key: Key, at now: Double) -> Upstream? {
    guard let attempt = attempts[key], attempt.isConnected else { return nil }
    attempts[key] = nil
    if accepted.count < limit { accepted[key] = (attempt.sequence, now) }
    return attempt.upstream
  }

  /// Removes what has waited for too long. Call it about every second.
  mutating func expire(at now: Double) {
    attempts = attempts.filter { now - $0.value.seen < Self.patience }
    accepted = accepted.filter { now - $0.value.at < Self.memory }
  }

  /// Removes the oldest request that only the client could complete: an attacker can make any number of them.
  private mutating func makeRoom(at now: Double) -> Bool {
    guard now >= nextRoom else { return false }
    let oldest = attempts.lazy.filter { $0.value.isConnected }.min { $0.value.seen < $1.value.seen }
    guard let oldest, now - oldest.value.seen >= Self.grace else {
      // In a flood, not every request is worth a search.
      nextRoom = now + Self.grace / 50
      return false
    }
    attempts[oldest.key] = nil
    return true
  }
}
