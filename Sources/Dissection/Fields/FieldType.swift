/// What a field's value is; the names are those of Wireshark's `FT_` types.
public enum FieldType: String, Hashable, Sendable, CaseIterable {
  /// Only there or not there.
  case none = "FT_NONE"
  /// A protocol with its fields.
  case `protocol` = "FT_PROTOCOL"
  /// True or false.
  case boolean = "FT_BOOLEAN"
  /// A number of 8 bits.
  case uint8 = "FT_UINT8"
  /// A number of 16 bits.
  case uint16 = "FT_UINT16"
  /// A number of 24 bits.
  case uint24 = "FT_UINT24"
  /// A number of 32 bits.
  case uint32 = "FT_UINT32"
  /// A number of 48 bits.
  case uint48 = "FT_UINT48"
  /// A number of 64 bits.
  case uint64 = "FT_UINT64"
  /// A signed number of 8 bits.
  case int8 = "FT_INT8"
  /// A signed number of 16 bits.
  case int16 = "FT_INT16"
  /// A signed number of 32 bits.
  case int32 = "FT_INT32"
  /// A signed number of 64 bits.
  case int64 = "FT_INT64"
  /// A floating-point number.
  case double = "FT_DOUBLE"
  /// The number of another packet.
  case frameNumber = "FT_FRAMENUM"
  /// Text.
  case string = "FT_STRING"
  /// Text that ends with a zero.
  case stringz = "FT_STRINGZ"
  /// Text that zeros fill up.
  case stringzpad = "FT_STRINGZPAD"
  /// Text with its length before it.
  case uintString = "FT_UINT_STRING"
  /// Bytes.
  case bytes = "FT_BYTES"
  /// Bytes with their length before them.
  case uintBytes = "FT_UINT_BYTES"
  /// A hardware address.
  case ethernet = "FT_ETHER"
  /// An IPv4 address.
  case ipv4 = "FT_IPv4"
  /// An IPv6 address.
  case ipv6 = "FT_IPv6"
  /// A date and time.
  case absoluteTime = "FT_ABSOLUTE_TIME"
  /// A duration.
  case relativeTime = "FT_RELATIVE_TIME"
  /// An object identifier; its value is its text: `1.2.840.113549`.
  case oid = "FT_OID"

  /// What kind of value it is to a filter.
  public enum Kind: Sendable {
    /// A value of each kind.
    case presence, `protocol`, boolean, unsigned, signed, double, string, bytes, ethernet, ipv4, ipv6, absoluteTime
    /// A duration.
    case relativeTime
  }

  /// What its values are kept as.
  public var kind: Kind {
    switch self {
    case .none: .presence
    case .protocol: .protocol
    case .boolean: .boolean
    case .uint8, .uint16, .uint24, .uint32, .uint48, .uint64, .frameNumber: .unsigned
    case .int8, .int16, .int32, .int64: .signed
    case .double: .double
    case .string, .stringz, .stringzpad, .uintString, .oid: .string
    case .bytes, .uintBytes: .bytes
    case .ethernet: .ethernet
    case .ipv4: .ipv4
    case .ipv6: .ipv6
    case .absoluteTime: .absoluteTime
    case .relativeTime: .relativeTime
    }
  }

  /// The width of a number in bits; 0 for what is none.
  public var bits: Int {
    switch self {
    case .uint8, .int8: 8
    case .uint16, .int16: 16
    case .uint24: 24
    case .uint32, .int32, .frameNumber: 32
    case .uint48: 48
    case .uint64, .int64: 64
    default: 0
    }
  }
}
