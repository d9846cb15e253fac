public import RecordCiphers
import Synchronization
import Wire

/// Secrets of TLS connections, by client random, and private keys of servers. It is shared by all connections that are read, and
/// may gain secrets at any time and from any thread.
///
/// The format is NSS's (draft-ietf-tls-keylogfile, RFC 9850): what `SSLKEYLOGFILE` makes programs write, and what the secrets
/// of type `TLSK` in a pcapng Decryption Secrets Block are.
public final class KeyLog: Sendable {
  private let state: Mutex<State>

  /// - Parameter capacity: the client randoms that are kept; the oldest gives way to a new one.
  public init(capacity: Int = 1 << 20) {
    state = Mutex(State(capacity: max(1, capacity)))
  }

  /// Reads whole lines; the last needs no end of line. Lines that are no secrets are counted and ignored.
  @discardableResult
  public func add(_ bytes: [UInt8]) -> KeyLogReading {
    var reading = KeyLogReading()
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
      reading.lines += 1
      do throws(KeyLogLine.Problem) {
        if add(try KeyLogLine(line)) { reading.added += 1 } else { reading.repeated += 1 }
      } catch {
        reading.note(error)
      }
    }
    if bytes.isEmpty || bytes.last == 0x0A { reading.lines -= 1 }
    return reading
  }

  /// - Returns: false if the log has this secret already. A different secret replaces the one of the same label.
  @discardableResult
  public func add(_ line: KeyLogLine) -> Bool {
    state.withLock { $0.add(line) }
  }

  /// Adds a server's private key, for connections with RSA key exchange.
  public func add(_ key: RSAKey) {
    state.withLock { $0.add(key) }
  }

  /// Takes over all secrets of another log. From then on, both remember the sessions of the connections that are read with either, so
  /// that one that begins in the middle of a capture can know what another has read.
  public func merge(_ other: KeyLog) {
    guard other !== self else { return }
    let (lines, keys, sessions) = other.state.withLock { ($0.lines, $0.keys, $0.sessions) }
    state.withLock { state in
      for line in lines { state.add(line) }
      for key in keys { state.add(key) }
      guard state.sessions !== sessions else { return }
      state.revision += state.sessions.revision + 1
      state.sessions = sessions
    }
  }

  /// The secret of a connection; nil if it is not known.
  public func secret(_ label: KeyLogLabel, of clientRandom: ClientRandom) -> SecretBytes? {
    state.withLock { $0.secrets[clientRandom]?[label] }
  }

  /// Whether it has any secret of a client random.
  public func contains(_ clientRandom: ClientRandom) -> Bool {
    state.withLock { $0.secrets[clientRandom] != nil }
  }

  /// The secrets as lines of a key log, in the order in which their client randoms came.
  ///
  /// - Parameter clientRandoms: only the secrets of these.
  public func encoded(for clientRandoms: Set<ClientRandom>? = nil) -> [UInt8] {
    state.withLock { $0.lines }.reduce(into: []) { bytes, line in
      if clientRandoms?.contains(line.clientRandom) != false { bytes += line.encoded }
    }
  }

  /// The client randoms that it has secrets of.
  public var count: Int { state.withLock { $0.secrets.count } }

  /// Grows whenever a secret or a key comes.
  public var revision: Int { state.withLock { $0.revision + $0.sessions.revision } }

  /// True if it has private keys of servers.
  public var hasPrivateKeys: Bool { !keys.isEmpty }

  var keys: [RSAKey] { state.withLock { $0.keys } }

  /// The sessions of the connections that were read.
  var sessions: SessionMemory { state.withLock { $0.sessions } }
}

extension KeyLog {
  private struct State {
    let capacity: Int
    var secrets: [ClientRandom: [KeyLogLabel: SecretBytes]] = [:]
    /// The client randoms in the order in which they came; those before `oldest` are gone.
    var order: [ClientRandom] = []
    var oldest = 0
    var keys: [RSAKey] = []
    var sessions = SessionMemory()
    var revision = 0

    init(capacity: Int) {
      self.capacity = capacity
    }

    @discardableResult
    mutating func add(_ line: KeyLogLine) -> Bool {
      let random = line.clientRandom
      if secrets[random] == nil {
        if secrets.count >= capacity { forgetOldest() }
        order.append(random)
      }
      guard secrets[random, default: [:]].updateValue(line.secret, forKey: line.label) != line.secret else {
        return false
      }
      revision += 1
      return true
    }

    mutating func add(_ key: RSAKey) {
      guard keys.count < 64, !keys.contains(key) else { return }
      keys.append(key)
      revision += 1
    }

    private mutating func forgetOldest() {
      secrets[order[oldest]] = nil
      oldest += 1
      guard oldest > order.count / 2 else { return }
      order.removeFirst(oldest)
      oldest = 0
    }

    var lines: [KeyLogLine] {
      order[oldest...].flatMap { random in
        KeyLogLabel.allCases.compactMap { label in
          secrets[random]?[label].map { KeyLogLine(label: label, clientRandom: random, secret: $0) }
        }
      }
    }
  }
}

extension KeyLog: CustomStringConvertible, CustomReflectable {
  public var description: String { "<secrets of \(count) client randoms>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
