/// An IPv6 address (RFC 4291).
public struct IPv6Address: Hashable, Sendable {
  /// The first eight octets: the network prefix.
  public var high: UInt64
  /// The last eight octets: the interface identifier.
  public var low: UInt64

  /// - Parameter high: the first eight octets as a number; `low` is the rest.
  @inlinable
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads sixteen octets that the caller has checked to be there.
  @inlinable
  init(checked bytes: Span<UInt8>, at offset: Int) {
    high = bytes.uint64(at: offset)
    low = bytes.uint64(at: offset &+ 8)
  }

  /// `::`: none, or every one.
  public static let any = IPv6Address(high: 0, low: 0)
  /// `::1`.
  public static let loopback = IPv6Address(high: 0, low: 1)

  /// Whether this is a group address, ff00::/8.
  public var isMulticast: Bool { high >> 56 == 0xFF }

  /// The 16-bit group at `index`, 0 to 7 from the left.
  @inlinable
  public func group(_ index: Int) -> UInt16 {
    let half = index < 4 ? high : low
    return UInt16(truncatingIfNeeded: half >> UInt64((3 &- (index & 3)) &* 16))
  }

  /// Appends it in wire format.
  public func append(to bytes: inout [UInt8]) {
    bytes.append(bigEndian: high)
    bytes.append(bigEndian: low)
  }
}

extension IPv6Address: Comparable {
  public static func < (lhs: IPv6Address, rhs: IPv6Address) -> Bool {
    (lhs.high, lhs.low) < (rhs.high, rhs.low)
  }
}
