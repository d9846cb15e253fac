public import Wire

/// What a field holds in one packet.
public enum FieldValue: Hashable, Sendable {
  /// Nothing but its presence.
  case none
  /// The bytes of the node's range in its buffer.
  case bytes
  /// True or false.
  case boolean(Bool)
  /// A number.
  case unsigned(UInt64)
  /// A signed number.
  case signed(Int64)
  /// A floating-point number.
  case double(Double)
  /// Text.
  case string(String)
  /// A hardware address.
  case ethernet(MACAddress)
  /// An IPv4 address.
  case ipv4(IPv4Address)
  /// An IPv6 address.
  case ipv6(IPv6Address)
  /// Nanoseconds since the Unix epoch.
  case absoluteTime(Int64)
  /// Nanoseconds.
  case relativeTime(Int64)
}
