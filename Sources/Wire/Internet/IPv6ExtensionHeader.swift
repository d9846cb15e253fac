/// An IPv6 extension header of the common form: hop-by-hop options, routing, destination options, fragment
/// (RFC 8200 section 4), and those that RFC 6564 asks to look the same.
public struct IPv6ExtensionHeader: Hashable, Sendable {
  /// What follows it.
  public var nextHeader: IPProtocol
  /// The length of the whole header, at least 8 bytes.
  public var length: Int

  /// Whether `number` is one that can be skipped by its length.
  @inlinable
  public static func isExtension(_ number: IPProtocol) -> Bool {
    switch number {
    case .hopByHop, .routing, .fragment, .destinationOptions: true
    case IPProtocol(rawValue: 135), IPProtocol(rawValue: 139), IPProtocol(rawValue: 140): true
    default: false
    }
  }

  /// Reads the header that `number` announced.
  @inlinable
  public init(_ bytes: Span<UInt8>, at offset: Int, number: IPProtocol) throws(WireError) {
    try WireError.require(8, of: bytes, at: offset, .ipv6Extension)
    nextHeader = IPProtocol(rawValue: bytes[offset])
    length = number == .fragment ? 8 : (Int(bytes[offset &+ 1]) &+ 1) &* 8
    try WireError.require(length, of: bytes, at: offset, .ipv6Extension)
  }
}
