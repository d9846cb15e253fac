/// What bytes tell of their protocol.
enum Recognition {
  case yes, no
  /// They may be its beginning.
  case maybe
}
