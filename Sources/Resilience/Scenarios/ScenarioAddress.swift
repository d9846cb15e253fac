internal import Glibc
internal import VirtualLink

/// An address in a scenario: a word for a place on or behind the far side, or a numeric address.
struct ScenarioAddress: Hashable {
  enum Version { case ipv4, ipv6 }

  /// Far from the numbers that hosts with addresses of their own get.
  private static let thereNumber: UInt16 = 0xFF01

  /// The words for URLs and DNS answers: the far side itself; another address of it; an address to which packets are dropped silently; an
  /// address that the router reports as unreachable. The last two are addresses for documentation (RFC 5737, RFC
  /// 3849).
  static let words: [(word: String, ipv4: String, ipv6: String)] = [
    ("here", LinkAddresses().gateway4, LinkAddresses().gateway6),
    ("there", LinkTopology.ownAddress(thereNumber).ipv4, LinkTopology.ownAddress(thereNumber).ipv6),
    ("dead", "198.51.100.1", "2001:db8:dead::1"),
    ("unreachable", LinkTopology.unreachable4, LinkTopology.unreachable6),
  ]

  /// Four or sixteen bytes in network byte order, or nil for no address.
  let bytes: [UInt8]?

  init?(_ text: String, _ version: Version) {
    if text == "none" {
      bytes = nil
      return
    }
    let known = Self.words.first { $0.word == text }
    let address = known.map { version == .ipv4 ? $0.ipv4 : $0.ipv6 } ?? text
    var bytes = [UInt8](repeating: 0, count: version == .ipv4 ? 4 : 16)
    guard inet_pton(version == .ipv4 ? AF_INET : AF_INET6, address, &bytes) == 1 else { return nil }
    self.bytes = bytes
  }

  /// A URL with `{here}`, `{dead}`, `{dead6}` ... replaced.
  static func filled(_ url: String) -> String {
    var url = url
    for (word, ipv4, ipv6) in words {
      url = url.replacing("{\(word)}", with: ipv4).replacing("{\(word)6}", with: "[\(ipv6)]")
    }
    return url
  }
}
