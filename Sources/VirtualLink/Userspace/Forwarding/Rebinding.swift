import LinkConditions
import Wire

/// The address translator that a link's far end plays once it has been told to rebind.
///
/// Before that, addresses and ports go through as they are. From then on each of the client's ports is seen by the far side
/// as another, and what comes to a port that no one has now is dropped: the mapping is gone. The bindings are
/// endpoint-independent (RFC 4787 section 4.1): one port of the client has one outside.
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

  /// Beyond what Linux gives to clients by itself (ip_local_port_range), so that none is met by chance.
  private static let firstPort: UInt16 = 61_000

  private(set) var isActive = false
  private var outside: [Key: UInt16] = [:]
  private var inside: [Key: UInt16] = [:]
  private var next = Rebinding.firstPort

  /// Forgets all mappings; those that come get other ports.
  mutating func rebind() {
    isActive = true
    outside = [:]
    inside = [:]
  }

  /// Rewrites a packet that goes to the far side.
  mutating func translateOut(_ bytes: inout MutableSpan<UInt8>) {
    guard isActive, let rewrite = PortRewrite(bytes.span, .source) else { return }
    rewrite.apply(port(outside: Key(rewrite)), to: &bytes)
  }

  /// Rewrites a packet that comes from the far side; false if it is for a port that no one has.
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
    // There are fewer ports than numbers; one that is taken is passed over, and the oldest is not known any more.
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
