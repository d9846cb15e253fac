import Synchronization

/// Who may ask, and how one asks for leave.
struct Reception: Sendable {
  let access: AccessGuard
  /// Where a password is wanted.
  let login: LoginDesk?
}

/// The reception of the connections, which is made when the port is known.
final class ReceptionBox: Sendable {
  private let reception = Mutex<Reception?>(nil)

  var current: Reception? { reception.withLock { $0 } }
  func set(_ new: Reception) { reception.withLock { $0 = new } }
}
