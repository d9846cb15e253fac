import Wire

/// Why the line of a DNS message ends early.
enum DNSLineEnd: Error {
  /// The message cannot be read on.
  case unreadable
  /// The captured bytes end within a field.
  case missing
}
