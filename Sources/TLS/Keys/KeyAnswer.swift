/// Whether there are keys.
enum KeyAnswer {
  /// More than one where the suite is not known.
  case keys([KeySet])
  case wait(Wait)
  case never(UnreadableReason)

  enum Wait: Hashable {
    case secret(ClientRandom)
    /// For what the other side said in its hello.
    case peersHello
    /// For the server's answer to early data.
    case earlyDataAnswer
  }
}
