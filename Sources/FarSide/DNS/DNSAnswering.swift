/// What a far side's DNS server does with a question.
public enum DNSAnswering: Sendable, Hashable {
  /// Answers with the far side's addresses.
  case addresses
  /// Answers with other addresses: four bytes each, and sixteen.
  case records(ipv4: [[UInt8]], ipv6: [[UInt8]])
  /// Answers with the far side's addresses, but to a query that was not made: the number in the header is another
  /// (RFC 5452 section 9.1 has clients pass over it).
  case mismatched
  /// Says that the name does not exist (NXDOMAIN).
  case noSuchName
  /// Says that it failed (SERVFAIL).
  case serverFailure
  /// Says nothing at all.
  case silence
}
