import Wire

/// The name under which a connected link reaches the host's own loopback interface.
public enum HostName {
  /// The name, in a domain that is reserved for tests (RFC 6761 section 6.2).
  public static let text = "host.headwind.test"

  /// The answer to a DNS query for the name; nil for every other message.
  package static func answer(to query: Span<UInt8>, _ addresses: LinkAddresses) -> [UInt8]? {
    guard let message = try? DNSMessage(query), !message.header.isResponse, message.questions.count == 1,
      let question = message.questions.first, let name = DNSName(text), question.name.matches(name)
    else { return nil }
    // A response, with "recursion available". The opcode and "recursion desired" are the query's.
    var answer = DNSMessage(
      identifier: message.identifier, flags: 0x8080 | message.flags & 0x7900, questions: [question])
    for address in addresses.hostLoopback where question.recordClass == 1 {
      switch (question.type, address.address) {
      case (.a, .v4(let host)):
        answer.answers = [DNSRecord(name: question.name, type: .a, timeToLive: 60, value: .a(host))]
      case (.aaaa, .v6(let host)):
        answer.answers = [DNSRecord(name: question.name, type: .aaaa, timeToLive: 60, value: .aaaa(host))]
      default: continue
      }
    }
    var bytes: [UInt8] = []
    answer.append(to: &bytes)
    return bytes
  }
}
