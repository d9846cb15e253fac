public import Wire

/// What a field holds in one packet.
public enum FieldValue: Hashable, Sendable {
  /// Nothing but its presence.
  case none
  /// The bytes of the node's range in its buffer.
  case bytes
  case boolean(Bool)
  case unsigned(UInt64)
  case signed(Int64)
  case double(Double)
  case string(String)
  case ethernet(MACAddress)
  case ipv4(IPv4Address)
  case ipv6(IPv6Address)
  /// Nanoseconds since the Unix epoch.
  case absoluteTime(Int64)
  /// Nanoseconds.
  case relativeTime(Int64)
}
