import Glibc
import LinkConditions
import Synchronization

/// Gives clients that share a link, such as tests, exclusive use of it in turn.
///
/// The turns are cooperative: a client that does not ask for a turn can still change the link. A turn ends with
/// `release` or when its connection closes.
final class LinkTurns: Sendable {
  private struct Holder {
    weak var connection: ControlConnection?

    mutating func take(for new: ControlConnection) -> Bool {
      guard connection == nil || connection === new else { return false }
      connection = new
      new.holdsLink = true
      return true
    }
  }

  private let holder = Mutex(Holder())

  /// Waits until no other client holds the link.
  /// - Throws: `LinkError` if that takes too long.
  func take(for peer: ControlPeer, within patience: LinkDuration) throws {
    let deadline = EngineClock.now + patience
    while !(holder.withLock { $0.take(for: peer.connection) }) {
      guard EngineClock.now < deadline else { throw LinkError("another client holds the link") }
      guard !peer.hasGone else { throw LinkError("the client no longer waits") }
      usleep(2_000)
    }
  }

  /// Releases the link if this client holds it.
  func release(by peer: ControlPeer) {
    holder.withLock { holder in
      guard holder.connection === peer.connection else { return }
      holder.connection = nil
      peer.connection.holdsLink = false
    }
  }
}
