import Wire

/// A value that filters compare.
enum FilterScalar: Hashable, Sendable {
  case present
  case boolean(Bool)
  case unsigned(UInt64)
  case signed(Int64)
  case double(Double)
  case string(String)
  case bytes([UInt8])
  case ipv4(UInt32)
  case ipv6(IPv6Address)
  case ethernet(UInt64)
  /// Nanoseconds.
  case absoluteTime(Int64)
  case relativeTime(Int64)

  /// The bytes of what has some, for slices, `contains` and comparisons with byte strings.
  var octets: [UInt8]? {
    var bytes: [UInt8] = []
    switch self {
    case .bytes(let value): return value
    case .string(let value): return Array(value.utf8)
    case .ethernet(let value): MACAddress(rawValue: value).append(to: &bytes)
    case .ipv4(let value): bytes.append(bigEndian: value)
    case .ipv6(let value): value.append(to: &bytes)
    default: return nil
    }
    return bytes
  }

  var isZero: Bool {
    switch self {
    case .unsigned(let value): value == 0
    case .signed(let value): value == 0
    case .boolean(let value): !value
    case .bytes(let value): value.allSatisfy { $0 == 0 }
    default: false
    }
  }

  /// Less than 0, 0, more than 0; nil where the two cannot be compared.
  func order(_ other: FilterScalar) -> Int? {
    switch (self, other) {
    case (.unsigned(let lhs), .unsigned(let rhs)): Self.order(lhs, rhs)
    case (.signed(let lhs), .signed(let rhs)): Self.order(lhs, rhs)
    case (.unsigned(let lhs), .signed(let rhs)): rhs < 0 ? 1 : Self.order(lhs, UInt64(rhs))
    case (.signed(let lhs), .unsigned(let rhs)): lhs < 0 ? -1 : Self.order(UInt64(lhs), rhs)
    case (.boolean(let lhs), .boolean(let rhs)): Self.order(lhs ? 1 : 0, rhs ? 1 : 0)
    case (.double(let lhs), .double(let rhs)): Self.order(lhs, rhs)
    case (.ipv4(let lhs), .ipv4(let rhs)): Self.order(lhs, rhs)
    case (.ipv6(let lhs), .ipv6(let rhs)): lhs < rhs ? -1 : lhs == rhs ? 0 : 1
    case (.ethernet(let lhs), .ethernet(let rhs)): Self.order(lhs, rhs)
    case (.absoluteTime(let lhs), .absoluteTime(let rhs)): Self.order(lhs, rhs)
    case (.relativeTime(let lhs), .relativeTime(let rhs)): Self.order(lhs, rhs)
    case (.string(let lhs), .string(let rhs)): Self.order(Array(lhs.utf8), Array(rhs.utf8))
    default:
      if let lhs = octets, let rhs = other.octets { Self.order(lhs, rhs) } else { nil }
    }
  }

  private static func order<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> Int {
    lhs < rhs ? -1 : lhs == rhs ? 0 : 1
  }

  private static func order(_ lhs: [UInt8], _ rhs: [UInt8]) -> Int {
    lhs.lexicographicallyPrecedes(rhs) ? -1 : lhs == rhs ? 0 : 1
  }

  /// The value that a node has.
  static func of(_ node: FieldNode, _ tree: FieldTree, _ frame: Span<UInt8>) -> FilterScalar {
    switch node.value {
    case .none: .present
    case .bytes: .bytes(tree.bytes(of: node, frame: frame))
    case .boolean(let value): .boolean(value)
    case .unsigned(let value): .unsigned(value)
    case .signed(let value): .signed(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .ethernet(let value): .ethernet(value.rawValue)
    case .ipv4(let value): .ipv4(value.rawValue)
    case .ipv6(let value): .ipv6(value)
    case .absoluteTime(let value): .absoluteTime(value)
    case .relativeTime(let value): .relativeTime(value)
    }
  }
}
