import LinkConditions
import Wire

/// Learns names from the DNS answers that cross the link.
enum NameWatch {
  /// Whether a frame may be a DNS answer: IP, UDP, from port 53. The test reads only a few bytes, so it is cheap for
  /// every frame.
  static func isCandidate(_ frame: Span<UInt8>) -> Bool {
    guard frame.count >= 14 + 28, frame.count <= 14 + 1500 else { return false }
    let isIPv6 = frame[12] == 0x86 && frame[13] == 0xDD
    let transport = isIPv6 ? 14 + 40 : 14 + Int(frame[14] & 0x0F) * 4
    guard frame[isIPv6 ? 14 + 6 : 14 + 9] == 17, transport + 8 <= frame.count else { return false }
    return frame.uint16(at: transport) == 53
  }

  /// Learns all addresses in an answer, for the name in the question and for its aliases.
  static func learn(from frame: Span<UInt8>, into names: inout HostNames) {
    let headers = PacketHeaders(frame, linkType: .ethernet)
    guard headers.isUDP, let message = try? DNSMessage(frame, in: headers.payload), message.header.isResponse else {
      return
    }
    let asked = message.questions.map { "\($0.name.lowercased())" }
    for record in message.answers {
      guard let address = record.ipAddress else { continue }
      for name in Set(asked + ["\(record.name.lowercased())"]) { names.learn(name, address) }
    }
  }
}

extension DNSRecord {
  fileprivate var ipAddress: IPAddress? {
    switch value {
    case .a(let address): .v4(address)
    case .aaaa(let address): .v6(address)
    default: nil
    }
  }
}
