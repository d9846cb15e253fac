import Synchronization

/// The open connections of a control socket. Each has a thread, so there is a limit.
///
/// Clients may keep a connection and ask now and then. So none is closed for being idle as long as there is room. If there is none, the
/// connection that has been idle longest makes room for a new one, first among those that have never asked. So idle clients, however many,
/// do not keep others from the link.
final class ControlPlaces: Sendable {
  /// The most connections that may be open at once.
  static let most = 256
  /// The answer to a client that had to make room.
  private static let farewell = ControlReply(
    error: "the link has closed this connection, which was idle, because \(most) were open: connect again")

  private struct Place {
    let connection: ControlConnection
    /// True if a request is being answered.
    var isBusy = false
    var hasAsked = false
    /// Orders the latest acts of all connections.
    var used: UInt64
  }

  private struct State {
    var places: [ObjectIdentifier: Place] = [:]
    var clock: UInt64 = 0

    mutating func tick() -> UInt64 {
      clock += 1
      return clock
    }

    /// The connection that makes room: none that waits for an answer or has the link to itself.
    var idlest: Place? {
      places.values.filter { !$0.isBusy && !$0.connection.holdsLink }
        .min { ($0.hasAsked ? 1 : 0, $0.used) < ($1.hasAsked ? 1 : 0, $1.used) }
    }
  }

  private let state = Mutex(State())

  /// Takes a new connection in.
  /// - Returns: false if all others wait for answers.
  func admit(_ connection: ControlConnection) -> Bool {
    state.withLock { state in
      if state.places.count >= Self.most {
        guard let idlest = state.idlest else { return false }
        state.places[ObjectIdentifier(idlest.connection)] = nil
        idlest.connection.end(with: Self.farewell.text)
      }
      state.places[ObjectIdentifier(connection)] = Place(connection: connection, used: state.tick())
      return true
    }
  }

  /// Records that a connection has asked something.
  /// - Returns: false if it had to make room and gets no answer.
  func begin(_ connection: ControlConnection) -> Bool {
    state.withLock { state in
      let place = ObjectIdentifier(connection)
      guard state.places[place] != nil else { return false }
      state.places[place]?.isBusy = true
      state.places[place]?.hasAsked = true
      return true
    }
  }

  /// Records that a connection has got its answer.
  func finish(_ connection: ControlConnection) {
    state.withLock { state in
      let now = state.tick()
      state.places[ObjectIdentifier(connection)]?.isBusy = false
      state.places[ObjectIdentifier(connection)]?.used = now
    }
  }

  /// Records that a connection has ended.
  func leave(_ connection: ControlConnection) {
    state.withLock { _ = $0.places.removeValue(forKey: ObjectIdentifier(connection)) }
  }
}
