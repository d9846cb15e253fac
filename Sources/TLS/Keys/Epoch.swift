/// What protects the records of a direction.
enum Epoch: Hashable {
  /// TLS 1.2 and before: the keys of a handshake, which a ChangeCipherSpec put in force.
  case session(Int)
  /// TLS 1.3 (RFC 8446 section 7.1).
  case early
  case handshake
  /// With the number of key updates before it.
  case application(Int)

  var isTLS13: Bool {
    if case .session = self { false } else { true }
  }
}
