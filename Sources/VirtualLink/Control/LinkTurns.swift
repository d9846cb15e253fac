import Glibc
import LinkConditions
import Synchronization

/// Lets one client after the other have a link to itself: tests that share it.
///
/// Nobody is kept from changing the link; it is for those who ask. A turn ends with `release` or with its connection.
final class LinkTurns: Sendable {
  private struct Holder {
    weak var connection: ControlConnection?

    mutating func take(for new: ControlConnection) -> Bool {
      guard connection == nil || connection === new else { return false }
      connection = new
      return true
    }
  }

  private let holder = Mutex(Holder())

  /// Waits until nobody else has the link.
  /// - Throws: `LinkError` if that takes too long.
  func take(for peer: ControlPeer, within patience: LinkDuration) throws {
    let deadline = EngineClock.now + patience
    while !(holder.withLock { $0.take(for: peer.connection) }) {
      guard EngineClock.now < deadline else { throw LinkError("another client holds the link") }
      guard !peer.hasGone else { throw LinkError("the client no longer waits") }
      usleep(2_000)
    }
  }

  /// Gives the link back, if this client has it.
  func release(by peer: ControlPeer) {
    holder.withLock { holder in
      if holder.connection === peer.connection { holder.connection = nil }
    }
  }
}
