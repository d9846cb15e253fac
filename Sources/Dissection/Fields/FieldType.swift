/// What a field's value is; the names are those of Wireshark's `FT_` types.
public enum FieldType: String, Hashable, Sendable, CaseIterable {
  case none = "FT_NONE"
  case `protocol` = "FT_PROTOCOL"
  case boolean = "FT_BOOLEAN"
  case uint8 = "FT_UINT8"
  case uint16 = "FT_UINT16"
  case uint24 = "FT_UINT24"
  case uint32 = "FT_UINT32"
  case uint48 = "FT_UINT48"
  case uint64 = "FT_UINT64"
  case int8 = "FT_INT8"
  case int16 = "FT_INT16"
  case int32 = "FT_INT32"
  case int64 = "FT_INT64"
  case double = "FT_DOUBLE"
  case frameNumber = "FT_FRAMENUM"
  case string = "FT_STRING"
  case stringz = "FT_STRINGZ"
  case stringzpad = "FT_STRINGZPAD"
  case uintString = "FT_UINT_STRING"
  case bytes = "FT_BYTES"
  case uintBytes = "FT_UINT_BYTES"
  case ethernet = "FT_ETHER"
  case ipv4 = "FT_IPv4"
  case ipv6 = "FT_IPv6"
  case absoluteTime = "FT_ABSOLUTE_TIME"
  case relativeTime = "FT_RELATIVE_TIME"
  /// An object identifier; its value is its text: `1.2.840.113549`.
  case oid = "FT_OID"

  /// What kind of value it is to a filter.
  public enum Kind: Sendable {
    case presence, `protocol`, boolean, unsigned, signed, double, string, bytes, ethernet, ipv4, ipv6, absoluteTime
    case relativeTime
  }

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
