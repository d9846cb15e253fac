/// What a far side's DNS server does with a question.
public enum DNSAnswering: Sendable {
  /// Answers with the far side's addresses.
  case addresses
  /// Says that the name does not exist (NXDOMAIN).
  case noSuchName
  /// Says that it failed (SERVFAIL).
  case serverFailure
  /// Says nothing at all.
  case silence
}
