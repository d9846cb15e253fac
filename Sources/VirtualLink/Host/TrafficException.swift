import Glibc
import LinkConditions

/// Traffic on a host's interface that is not conditioned: `port 22`, `tcp port 22`, `udp port 53`, `host 10.0.0.1`.
public struct TrafficException: Hashable, Sendable, CustomStringConvertible {
  public let description: String
  let matches: [PacketMatch]

  /// - Throws: `LinkError` if the text has none of these forms.
  public init(_ text: String) throws(LinkError) {
    let words = text.lowercased().split(separator: " ").map(String.init)
    description = words.joined(separator: " ")
    switch words.count {
    case 2 where words[0] == "port": matches = try Self.ports(words[1], protocols: [6, 17])
    case 3 where words[0] == "tcp" && words[1] == "port": matches = try Self.ports(words[2], protocols: [6])
    case 3 where words[0] == "udp" && words[1] == "port": matches = try Self.ports(words[2], protocols: [17])
    case 2 where words[0] == "host": matches = try Self.host(words[1])
    default:
      throw LinkError(
        "'\(text.prefix(64))' is not a valid exception",
        remedy: "write 'port 22', 'tcp port 22', 'udp port 53' or 'host 10.0.0.1'")
    }
  }

  /// ARP and neighbour discovery, which are never conditioned: without them, the host could not be reached at all.
  static let neighbours: [PacketMatch] =
    [PacketMatch(.arp)]
    // ICMPv6 (58), types 133 to 137 of RFC 4861.
    + (133...137).map { type in
      var match = PacketMatch(.ipv6, protocolNumber: 58)
      match.match(bytes: [UInt8(type)], at: 40)
      return match
    }

  /// Matches a port as source or destination.
  private static func ports(_ word: String, protocols: [UInt8]) throws(LinkError) -> [PacketMatch] {
    guard let port = UInt16(word), port > 0 else {
      throw LinkError("'\(word.prefix(64))' is not a port", remedy: "ports are 1 to 65535")
    }
    return [PacketMatch.Network.ipv4, .ipv6].flatMap { network in
      protocols.flatMap { number in
        [
          PacketMatch(network, protocolNumber: number, sourcePort: port),
          PacketMatch(network, protocolNumber: number, destinationPort: port),
        ]
      }
    }
  }

  /// Matches an address as source or destination.
  private static func host(_ word: String) throws(LinkError) -> [PacketMatch] {
    var bytes = [UInt8](repeating: 0, count: 16)
    let isIPv6 = word.contains(":")
    guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, word, &bytes) == 1 else {
      throw LinkError(
        "'\(word.prefix(64))' is not an address", remedy: "write a numeric address, such as 10.0.0.1 or fd00::1")
    }
    let places = isIPv6 ? [8, 24] : [12, 16]
    return places.map { place in
      var match = PacketMatch(isIPv6 ? .ipv6 : .ipv4)
      match.match(bytes: Array(bytes.prefix(isIPv6 ? 16 : 4)), at: place)
      return match
    }
  }
}
