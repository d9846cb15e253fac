/// Why a header could not be read: what was needed where, and what there was.
public struct WireError: Error, Hashable, Sendable {
  /// The header that was being read.
  public enum Layer: String, Sendable {
    /// Link layers.
    case ethernet, vlan, llc, linuxSLL, linuxSLL2, loopback, ppp, pppoe, mpls, nflog
    /// Network layers.
    case arp, ipv4, ipv6, ipv6Extension, icmp, icmpv6
    /// Transports and what they carry.
    case tcp, tcpOption, udp, dns
    /// Tunnels.
    case gre, vxlan, vxlanGPE, geneve, gtp, capwap, l2tp, teredo
    /// TLS.
    case tls
  }

  /// What is wrong with the bytes.
  public enum Problem: String, Sendable {
    /// The captured bytes end before the header does.
    case truncated
    /// A length field contradicts the header's own rules.
    case badLength
    /// A version or type field says that this is another protocol.
    case badVersion
    /// A DNS name points forward, at itself, or is longer than RFC 1035 allows.
    case badName
  }

  /// Whose header it is.
  public var layer: Layer
  /// What is wrong.
  public var problem: Problem
  /// Where the header begins, in bytes from the start of the span.
  public var offset: Int
  /// The bytes that the header needs.
  public var required: Int
  /// The bytes that there are (or, for a bad length, the length that is claimed).
  public var available: Int

  /// - Parameters:
  ///   - offset: where the header begins.
  ///   - required: how many bytes it needs.
  ///   - available: how many there are.
  public init(_ layer: Layer, _ problem: Problem, offset: Int, required: Int, available: Int) {
    self.layer = layer
    self.problem = problem
    self.offset = offset
    self.required = required
    self.available = available
  }

  /// Throws unless `required` bytes follow `offset`: the one check at the door of each header.
  @inlinable
  package static func require(_ required: Int, of bytes: Span<UInt8>, at offset: Int, _ layer: Layer) throws(WireError)
  {
    guard offset >= 0, offset <= bytes.count, bytes.count &- offset >= required else {
      throw WireError(layer, .truncated, offset: offset, required: required, available: max(0, bytes.count &- offset))
    }
  }
}

extension WireError: CustomStringConvertible {
  public var description: String {
    "\(layer.rawValue) header at offset \(offset): \(problem.rawValue), \(required) bytes required, \(available) there"
  }
}
