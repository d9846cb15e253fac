import Glibc
import LinkConditions
public import Wire

/// Which traffic of an interface a link takes, by the peer: `10.0.0.5`, `10.0.0.0/24`, `db.internal:5432`,
/// `[2001:db8::1]:443`, `port 8000..8999`, `tcp port 443`, `udp`.
public struct PeerSelector: Hashable, Sendable, CustomStringConvertible {
  enum Peer: Hashable {
    case anyone
    case block(AddressBlock)
    case name(String)
  }

  public let description: String
  let peer: Peer
  let ports: ClosedRange<UInt16>?
  /// The numbers of the transport protocols; empty for all.
  let transports: [UInt8]

  /// - Throws: `LinkError` if the text has none of these forms.
  public init(_ text: String) throws(LinkError) {
    description = text
    let words = text.split(separator: " ").map(String.init)
    switch words.count {
    case 1 where Self.number(of: words[0]) != nil:
      (peer, ports, transports) = (.anyone, nil, Self.number(of: words[0]).map { [$0] } ?? [])
    case 1:
      let (host, port) = Self.parts(words[0])
      peer = try Self.peer(host, in: text)
      ports = try port.map { word throws(LinkError) in try Self.ports(word) }
      transports = ports == nil ? [] : Self.transportsWithPorts
    case 2 where words[0] == "port":
      (peer, ports, transports) = (.anyone, try Self.ports(words[1]), Self.transportsWithPorts)
    case 3 where Self.number(of: words[0]) != nil && words[1] == "port":
      (peer, ports) = (.anyone, try Self.ports(words[2]))
      transports = Self.number(of: words[0]).map { [$0] } ?? []
    default: throw Self.problem(text)
    }
  }

  private static let transportsWithPorts: [UInt8] = [6, 17]

  private static func number(of word: String) -> UInt8? {
    switch word.lowercased() {
    case "tcp": 6
    case "udp": 17
    default: nil
    }
  }

  private static func problem(_ text: String) -> LinkError {
    LinkError(
      "'\(text.prefix(64))' names no peer",
      remedy:
        "write 10.0.0.5, 10.0.0.0/24, db.internal:5432, [2001:db8::1]:443, 'port 5432', 'tcp port 443', tcp or udp")
  }

  /// Splits `HOST:PORT`. An IPv6 address without brackets has no port.
  private static func parts(_ word: String) -> (host: String, port: String?) {
    if word.hasPrefix("["), let end = word.firstIndex(of: "]") {
      let rest = word[word.index(after: end)...]
      let host = String(word[word.index(after: word.startIndex)..<end])
      return (host, rest.isEmpty ? nil : String(rest.dropFirst(rest.hasPrefix(":") ? 1 : 0)))
    }
    let pieces = word.split(separator: ":", omittingEmptySubsequences: false)
    return pieces.count == 2 ? (String(pieces[0]), String(pieces[1])) : (word, nil)
  }

  private static func peer(_ host: String, in text: String) throws(LinkError) -> Peer {
    let pieces = host.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    if let address = IPAddress(pieces[0]) {
      let whole = address.octets.count * 8
      guard pieces.count <= 2, let prefix = pieces.count == 2 ? Int(pieces[1]) : whole,
        let block = AddressBlock(address, prefix: prefix, text: host)
      else { throw problem(text) }
      return .block(block)
    }
    let isName =
      !host.isEmpty && host.utf8.count < 254
      && host.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || [0x2D, 0x2E, 0x5F].contains(byte)
      }
    // Digits and dots that are no address would be asked of a name server in vain.
    guard isName, host.contains(where: \.isLetter) else { throw problem(text) }
    return .name(host)
  }

  private static func ports(_ word: String) throws(LinkError) -> ClosedRange<UInt16> {
    let ends = word.replacing("..", with: "-").split(separator: "-", omittingEmptySubsequences: false)
      .map { UInt16($0) ?? 0 }
    guard (1...2).contains(ends.count), ends[0] > 0, ends[ends.count - 1] >= ends[0] else {
      throw LinkError("'\(word.prefix(64))' is not a port", remedy: "ports are 1 to 65535; a range is 8000..8999")
    }
    return ends[0]...ends[ends.count - 1]
  }

  /// What the frames look like.
  /// - Parameter find: the addresses of a name.
  public func matches(_ find: (String) throws -> [IPAddress]) throws -> [PeerMatch] {
    let blocks: [AddressBlock?] =
      switch peer {
      case .anyone: [nil]
      case .block(let block): [block]
      case .name(let name):
        try find(name).map { AddressBlock($0, prefix: $0.octets.count * 8, text: $0.description) }
      }
    return blocks.flatMap { block in
      transports.isEmpty
        ? [PeerMatch(block: block, ports: nil, transport: nil)]
        : transports.map { PeerMatch(block: block, ports: ports, transport: $0) }
    }
  }
}

/// Frames to and from a peer.
public struct PeerMatch: Hashable, Sendable {
  /// The peer's addresses; nil for all.
  var block: AddressBlock?
  /// The peer's ports; nil for all.
  var ports: ClosedRange<UInt16>?
  /// The number of the transport protocol; nil for all.
  var transport: UInt8?

  /// The same as a selection of a profile.
  var selector: PacketSelector {
    let transports: [UInt8: PacketSelector.Transport] = [6: .tcp, 17: .udp]
    return PacketSelector(transport: transport.flatMap { transports[$0] }, ports: ports, network: block)
  }

  /// A rule that matches what goes to the peer or comes from it, and does nothing yet.
  func rule(toPeer: Bool) -> PacketRule {
    var rule = PacketRule()
    if let block {
      let octets = block.address.octets
      let isIPv6 = octets.count == 16
      rule.match(ethernetType: isIPv6 ? 0x86DD : 0x0800)
      let mask = octets.indices.map { index in
        UInt8(truncatingIfNeeded: 0xFF00 >> max(0, min(8, block.prefix - index * 8)))
      }
      // Where a header has the source and the destination (RFC 791 section 3.1, RFC 8200 section 3).
      let place: UInt32 = isIPv6 ? (toPeer ? 24 : 8) : (toPeer ? 16 : 12)
      rule.match(.network, offset: place, mask: mask, .equal, zip(octets, mask).map { $0 & $1 })
    }
    if let transport { rule.match(transport: transport) }
    if let ports {
      if toPeer { rule.match(destinationPorts: ports) } else { rule.match(sourcePorts: ports) }
    }
    return rule
  }
}
