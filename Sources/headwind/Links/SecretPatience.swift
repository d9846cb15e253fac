import Glibc
import TLS

/// How long a packet is held back for the secrets of its connection.
struct SecretPatience {
  /// How long it waits for the first of them, in milliseconds.
  private static let most = 1_000
  /// How long it waits for the others once the first is there. A handshake that fails has no others.
  private static let mostForTheRest = 50
  /// After how many connections in a row without a secret nobody waits any more: their program logs none.
  private static let mostMisses = 3

  private var misses = 0

  /// Begins anew: a program has logged a secret.
  mutating func hope() { misses = 0 }

  var isSpent: Bool { misses >= Self.mostMisses }

  /// Waits for the secrets of a connection.
  /// - Parameters:
  ///   - isHopeless: whether to look only once.
  ///   - refresh: takes the secrets that have come by now into the log.
  /// - Returns: whether there are any.
  static func wait(
    for random: ClientRandom, in log: KeyLog, isHopeless: Bool, refresh: () -> Void
  ) -> Bool {
    var (waited, waitedForTheRest) = (0, 0)
    while true {
      refresh()
      if log.hasAllSecrets(of: random) { return true }
      if log.contains(random) {
        if waitedForTheRest >= mostForTheRest { return true }
        waitedForTheRest += 1
      } else {
        if isHopeless || waited >= most { return false }
        waited += 1
      }
      usleep(1_000)
    }
  }

  /// Takes note of a connection.
  mutating func note(hasSecrets: Bool) {
    misses = hasSecrets ? 0 : misses + 1
  }
}

extension KeyLog {
  /// Whether the log has what decrypts a whole connection: the master secret, or TLS 1.3's four secrets of traffic.
  func hasAllSecrets(of random: ClientRandom) -> Bool {
    secret(.masterSecret, of: random) != nil
      || [.clientHandshakeTraffic, .serverHandshakeTraffic, .clientTraffic, .serverTraffic].allSatisfy { label in
        secret(label, of: random) != nil
      }
  }
}
