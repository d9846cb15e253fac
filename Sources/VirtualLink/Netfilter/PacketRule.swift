import CNetlink
import Wire

/// A rule of nf_tables: expressions that are evaluated in turn, until one of them does not match or gives a verdict.
///
/// The expressions are those that nft(8) shows with `--debug=netlink`. They use one register.
struct PacketRule: Sendable {
  /// What becomes of a packet (NF_DROP and NF_ACCEPT of linux/netfilter.h).
  enum Verdict: UInt32 {
    case drop = 0
    case accept = 1
  }

  /// How a comparison is done (`nft_cmp_ops` of linux/netfilter/nf_tables.h).
  enum Comparison: UInt32 {
    case equal = 0
    case different = 1
    case atMost = 3
    case atLeast = 5
  }

  /// A header that a field belongs to (`nft_payload_bases`).
  enum Header: UInt32 {
    case link = 0
    case network = 1
    case transport = 2
  }

  /// What is known of a packet besides its bytes (`nft_meta_keys`).
  enum Property: UInt32 {
    case ethernetType = 1
    case mark = 3
    case ingress = 6
    case egress = 7
    case family = 15
    case transport = 16
  }

  /// One expression: its name, and what fills its attributes.
  private struct Expression: Sendable {
    var name: String
    var fill: @Sendable (inout NetlinkMessage) -> Void
  }

  private var expressions: [Expression] = []
  private static let register: UInt32 = 1

  // MARK: - Matches

  /// Matches packets that came in by an interface.
  mutating func match(ingress interface: String, _ comparison: Comparison = .equal) {
    load(.ingress)
    compare(comparison, Self.interfaceName(interface))
  }

  /// Matches packets that are going out by an interface.
  mutating func match(egress interface: String) {
    load(.egress)
    compare(.equal, Self.interfaceName(interface))
  }

  /// Matches a transport protocol: 6 is TCP.
  mutating func match(transport number: UInt8) {
    load(.transport)
    compare(.equal, [number])
  }

  /// Matches frames of a network protocol by its number in Ethernet frames: 0x0800 is IPv4. A table of the family `netdev` has no
  /// other way to tell.
  mutating func match(ethernetType number: UInt16) {
    load(.ethernetType)
    compare(.equal, Self.bytes(number))
  }

  /// Matches packets that have a mark.
  mutating func match(mark value: UInt32) {
    load(.mark)
    compare(.equal, withUnsafeBytes(of: value) { Array($0) })
  }

  /// Matches packets of one version of IP.
  mutating func match(isIPv6: Bool) {
    load(.family)
    compare(.equal, [isIPv6 ? UInt8(AF_INET6) : UInt8(AF_INET)])
  }

  /// Matches packets to an address.
  mutating func match(destination address: IPAddress) {
    switch address {
    case .v4: match(address, offset: 16)
    case .v6: match(address, offset: 24)
    }
  }

  /// Matches packets from an address.
  mutating func match(source address: IPAddress) {
    switch address {
    case .v4: match(address, offset: 12)
    case .v6: match(address, offset: 8)
    }
  }

  private mutating func match(_ address: IPAddress, offset: UInt32) {
    let octets = address.octets
    match(isIPv6: octets.count == 16)
    match(.network, offset: offset, .equal, octets)
  }

  /// Compares bytes of a header.
  mutating func match(
    _ header: Header, offset: UInt32, mask: [UInt8]? = nil, _ comparison: Comparison, _ bytes: [UInt8]
  ) {
    load(header, offset: offset, count: bytes.count)
    if let mask { apply(mask) }
    compare(comparison, bytes)
  }

  /// Matches TCP and UDP packets whose destination port is in a range.
  mutating func match(destinationPorts ports: ClosedRange<UInt16>) {
    match(ports, offset: 2)
  }

  /// Matches TCP and UDP packets whose source port is in a range.
  mutating func match(sourcePorts ports: ClosedRange<UInt16>) {
    match(ports, offset: 0)
  }

  private mutating func match(_ ports: ClosedRange<UInt16>, offset: UInt32) {
    load(.transport, offset: offset, count: 2)
    compare(.atLeast, Self.bytes(ports.lowerBound))
    compare(.atMost, Self.bytes(ports.upperBound))
  }

  // MARK: - Statements

  /// Marks the packet, for the routing rules.
  mutating func mark(_ value: UInt32) {
    // A mark is a number of the kernel's own, in its byte order.
    set(withUnsafeBytes(of: value) { Array($0) })
    add("meta") {
      $0.attribute(2, Property.mark.rawValue.bigEndian)
      $0.attribute(3, Self.register.bigEndian)
    }
  }

  /// Sends the frame out of another interface, as it is, in a chain of the family `netdev`.
  mutating func forward(to interface: Int32) {
    set(withUnsafeBytes(of: interface) { Array($0) })
    add("fwd") { $0.attribute(1, Self.register.bigEndian) }
  }

  /// Hands the packet to the transparent socket of a port.
  mutating func divert(to port: UInt16) {
    set(Self.bytes(port))
    add("tproxy") {
      $0.attribute(1, UInt32(0))
      $0.attribute(3, Self.register.bigEndian)
    }
  }

  /// Replaces the destination address, in a chain of type `nat`.
  mutating func translate(to address: IPAddress) {
    let octets = address.octets
    set(octets)
    add("nat") {
      // NFT_NAT_DNAT.
      $0.attribute(1, UInt32(1).bigEndian)
      $0.attribute(2, UInt32(octets.count == 16 ? AF_INET6 : AF_INET).bigEndian)
      $0.attribute(3, Self.register.bigEndian)
    }
  }

  /// Replaces the source address by that of the interface that the packet leaves by, in a chain of type `nat`.
  mutating func masquerade() {
    add("masq") { _ in }
  }

  /// Ends the evaluation.
  mutating func end(_ verdict: Verdict) {
    add("immediate") {
      // NFT_REG_VERDICT.
      $0.attribute(1, UInt32(0))
      $0.nest(2) { $0.nest(2) { $0.attribute(1, verdict.rawValue.bigEndian) } }
    }
  }

  // MARK: - The message

  /// Writes the expressions, as the attribute NFTA_RULE_EXPRESSIONS has them.
  func write(to message: inout NetlinkMessage) {
    for expression in expressions {
      message.nest(1) {
        $0.attribute(1, text: expression.name)
        $0.nest(2) { expression.fill(&$0) }
      }
    }
  }

  private mutating func add(_ name: String, _ fill: @escaping @Sendable (inout NetlinkMessage) -> Void) {
    expressions.append(Expression(name: name, fill: fill))
  }

  private mutating func load(_ property: Property) {
    add("meta") {
      $0.attribute(1, Self.register.bigEndian)
      $0.attribute(2, property.rawValue.bigEndian)
    }
  }

  private mutating func load(_ header: Header, offset: UInt32, count: Int) {
    add("payload") {
      $0.attribute(1, Self.register.bigEndian)
      $0.attribute(2, header.rawValue.bigEndian)
      $0.attribute(3, offset.bigEndian)
      $0.attribute(4, UInt32(truncatingIfNeeded: count).bigEndian)
    }
  }

  private mutating func apply(_ mask: [UInt8]) {
    add("bitwise") {
      $0.attribute(1, Self.register.bigEndian)
      $0.attribute(2, Self.register.bigEndian)
      $0.attribute(3, UInt32(truncatingIfNeeded: mask.count).bigEndian)
      $0.nest(4) { $0.nest(1) { $0.append(bytes: mask) } }
      $0.nest(5) { $0.nest(1) { $0.append(bytes: mask.map { _ in 0 }) } }
    }
  }

  private mutating func compare(_ comparison: Comparison, _ bytes: [UInt8]) {
    add("cmp") {
      $0.attribute(1, Self.register.bigEndian)
      $0.attribute(2, comparison.rawValue.bigEndian)
      $0.nest(3) { $0.nest(1) { $0.append(bytes: bytes) } }
    }
  }

  private mutating func set(_ bytes: [UInt8]) {
    add("immediate") {
      $0.attribute(1, Self.register.bigEndian)
      $0.nest(2) { $0.nest(1) { $0.append(bytes: bytes) } }
    }
  }

  private static func bytes(_ number: UInt16) -> [UInt8] {
    [UInt8(number >> 8), UInt8(truncatingIfNeeded: number)]
  }

  /// The name of an interface in IFNAMSIZ bytes.
  private static func interfaceName(_ name: String) -> [UInt8] {
    let bytes = Array(name.utf8.prefix(15))
    return bytes + [UInt8](repeating: 0, count: 16 - bytes.count)
  }
}

extension IPAddress {
  /// The address in network byte order: 4 or 16 octets.
  var octets: [UInt8] {
    var octets: [UInt8] = []
    switch self {
    case .v4(let address): octets.append(bigEndian: address.rawValue)
    case .v6(let address): address.append(to: &octets)
    }
    return octets
  }
}
