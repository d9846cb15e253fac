import Synchronization

/// What was inspected, what was not and why, and which names are not to be inspected any more.
final class InspectionLog: Sendable {
  private struct Passed: Hashable {
    var destination: String
    var reason: PassReason
  }

  private struct State {
    var inspected: [String: Int] = [:]
    var passed: [Passed: Int] = [:]
    var rejections: [String: String] = [:]
    /// Names of which the last connection was closed by the client during the handshake.
    var closed: Set<String> = []
    var flaws: [String: ServerFlaw.Kind] = [:]
    /// How many connections were not noted because there were too many different ones.
    var unnoted = 0
  }

  /// The most names and destinations of each kind that are kept.
  private static let most = 4096
  /// The most lines that are given.
  private static let mostLines = 20

  private let state = Mutex(State())

  func noteInspected(_ name: String) {
    state.withLock { state in
      state.closed.remove(name)
      guard Self.count(name, in: &state.inspected) else { return state.unnoted += 1 }
    }
  }

  /// - Parameter destination: the server's name, or its address and port.
  func notePassed(_ destination: String, _ reason: PassReason) {
    state.withLock { state in
      guard Self.count(Passed(destination: destination, reason: reason), in: &state.passed) else {
        return state.unnoted += 1
      }
    }
  }

  /// Notes that a client did not accept the certificate that it was shown. From now on, connections to this name are not
  /// inspected.
  /// - Parameters:
  ///   - words: how the client said so.
  ///   - flaw: what is wrong with the real server's certificate, if anything.
  func noteRejection(of name: String, _ words: String, flaw: ServerFlaw?) {
    state.withLock { state in
      guard state.rejections.count < Self.most else { return }
      // That the client rejects a certificate that fails is no wonder, and no pin.
      state.rejections[name] = flaw == nil ? words : ""
    }
  }

  /// Notes that a client closed its connection during the handshake without a word. That is a rejection when it happens twice in a
  /// row: a client that is killed, or that cancels a request, does so too.
  func noteClosed(_ name: String, flaw: ServerFlaw?) {
    let isSecond = state.withLock { state in
      guard state.closed.contains(name) else {
        if state.closed.count < Self.most { state.closed.insert(name) }
        return false
      }
      return true
    }
    if isSecond { noteRejection(of: name, "it closed two connections during the handshake", flaw: flaw) }
  }

  func note(_ flaw: ServerFlaw, of name: String) {
    state.withLock { state in
      if state.flaws.count < Self.most { state.flaws[name] = flaw.kind }
    }
  }

  /// Whether a client has rejected the certificate for a name.
  func hasRejected(_ name: String) -> Bool {
    state.withLock { $0.rejections[name] != nil }
  }

  private static func count<Key: Hashable>(_ key: Key, in counts: inout [Key: Int]) -> Bool {
    guard counts[key] != nil || counts.count < most else { return false }
    counts[key, default: 0] += 1
    return true
  }

  /// What is to be said at the end, a line each.
  var lines: [String] {
    let state = state.withLock { $0 }
    var lines: [String] = []
    if !state.inspected.isEmpty {
      let names = state.inspected.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      let more = names.count > 5 ? ", and \(names.count - 5) more names" : ""
      lines.append(
        "inspected \(Self.connections(state.inspected.values.reduce(0, +))): "
          + names.prefix(5).map { "\($0.key) (\($0.value))" }.joined(separator: ", ") + more)
    }
    lines += state.flaws.sorted { $0.key < $1.key }.map {
      "passed on as it is: the certificate of \($0.key), which is \($0.value.rawValue)"
    }
    lines += Self.rejections(state)
    lines += state.passed.filter { $0.key.reason != .wasRejected }
      .map { "passed through untouched: \($0.key.destination), \($0.key.reason) (\(Self.connections($0.value)))" }
      .sorted()
    if state.unnoted > 0 { lines.append("\(Self.connections(state.unnoted)) to further destinations") }
    guard lines.count > Self.mostLines else { return lines }
    return lines.prefix(Self.mostLines) + ["and \(lines.count - Self.mostLines) lines more of that kind"]
  }

  /// The names whose certificate a client refused, a line each: to its user, the connection failed.
  var rejections: [String] {
    let lines = Self.rejections(state.withLock { $0 })
    guard lines.count > Self.mostLines else { return lines }
    return lines.prefix(Self.mostLines) + ["and \(lines.count - Self.mostLines) lines more of that kind"]
  }

  private static func rejections(_ state: State) -> [String] {
    state.rejections.filter { !$0.value.isEmpty }.sorted { $0.key < $1.key }.map {
      "refused Headwind's certificate: \($0.key) (\($0.value)): the program pins the server's, or has CAs of its own (curl --cacert); "
        + "passed through untouched from its next connection on"
    }
  }

  private static func connections(_ count: Int) -> String {
    count == 1 ? "1 connection" : "\(count) connections"
  }
}
