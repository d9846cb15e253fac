/// An IP address as a number: the 128 bits of IPv6, or the 32 bits of IPv4 at their top.
public struct LinkAddress: Hashable, Sendable {
  public var isIPv6: Bool
  /// The first 64 bits. An IPv4 address is in the upper half, and the lower half is zero.
  public var high: UInt64
  /// The last 64 bits; zero for IPv4.
  public var low: UInt64

  /// An IPv6 address, the first eight bytes in `high`.
  public init(high: UInt64, low: UInt64) {
    isIPv6 = true
    self.high = high
    self.low = low
  }

  /// An IPv4 address, its first byte the highest of the number.
  public init(ipv4: UInt32) {
    isIPv6 = false
    high = UInt64(ipv4) << 32
    low = 0
  }
}
