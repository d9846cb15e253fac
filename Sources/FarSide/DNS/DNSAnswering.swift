/// How a far side's DNS server answers a question.
public enum DNSAnswering: Sendable, Hashable {
  /// Answers with the far side's addresses.
  case addresses
  /// Answers with other addresses, of four or sixteen bytes each.
  case records(ipv4: [[UInt8]], ipv6: [[UInt8]])
  /// Answers with the far side's addresses, but with a query ID that does not match (RFC 5452 section 9.1 tells clients
  /// to ignore it).
  case mismatched
  /// Answers that the name does not exist (NXDOMAIN).
  case noSuchName
  /// Answers that the server failed (SERVFAIL).
  case serverFailure
  /// Does not answer.
  case silence
}
