import LinkConditions
import Wire

/// The NAT that a link simulates after a `rebind` event.
///
/// Before that, addresses and ports are not changed. Afterwards, the far side sees each of the client's ports as a
/// different port, and packets to a port without a mapping are dropped. The mapping is endpoint-independent (RFC 4787
/// section 4.1): each port of the client has a single outside port.
struct Rebinding {
  private struct Key: Hashable {
    var port: UInt16
    let isUDP: Bool
    let isIPv6: Bool

    init(_ rewrite: PortRewrite) {
      port = rewrite.port
      isUDP = rewrite.isUDP
      isIPv6 = rewrite.isIPv6
    }
  }

  /// Above the range of Linux's ephemeral ports (ip_local_port_range), so that it does not collide with them.
  private static let firstPort: UInt16 = 61_000

  private(set) var isActive = false
  private var outside: [Key: UInt16] = [:]
  private var inside: [Key: UInt16] = [:]
  private var next = Rebinding.firstPort

  /// Forgets all mappings. New mappings get other ports.
  mutating func rebind() {
    isActive = true
    outside = [:]
    inside = [:]
  }

  /// Rewrites a packet to the far side.
  mutating func translateOut(_ bytes: inout MutableSpan<UInt8>) {
    guard isActive, let rewrite = PortRewrite(bytes.span, .source) else { return }
    rewrite.apply(port(outside: Key(rewrite)), to: &bytes)
  }

  /// Rewrites a packet from the far side. Returns false if its port has no mapping.
  func translateIn(_ bytes: inout MutableSpan<UInt8>) -> Bool {
    guard isActive, let rewrite = PortRewrite(bytes.span, .destination) else { return true }
    guard let port = inside[Key(rewrite)] else { return false }
    rewrite.apply(port, to: &bytes)
    return true
  }

  private mutating func port(outside key: Key) -> UInt16 {
    if let known = outside[key] { return known }
    var port = next
    var other = key
    // Skip ports that are in use. If all are, a port is reused and its old mapping forgotten.
    for _ in 0..<Int(UInt16.max - Self.firstPort) {
      other.port = port
      if inside[other] == nil { break }
      port = port == .max ? Self.firstPort : port + 1
    }
    next = port == .max ? Self.firstPort : port + 1
    other.port = port
    if let loser = inside[other] {
      var old = key
      old.port = loser
      outside[old] = nil
    }
    outside[key] = port
    inside[other] = key.port
    return port
  }
}
