import TextOutput
import Wire

/// A value that filters compare.
enum FilterScalar: Hashable, Sendable {
  case present
  case boolean(Bool)
  case unsigned(UInt64)
  case signed(Int64)
  case double(Double)
  case string([UInt8])
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
    case .bytes(let value), .string(let value): return value
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
    case .signed(let value), .absoluteTime(let value), .relativeTime(let value): value == 0
    case .double(let value): value == 0
    case .boolean(let value): !value
    case .ipv4(let value): value == 0
    case .ipv6(let value): value == .any
    case .ethernet(let value): value == 0
    case .bytes(let value): value.allSatisfy { $0 == 0 }
    case .string(let value): value.isEmpty
    case .present: false
    }
  }

  /// Less than 0, 0, more than 0; nil where the two cannot be compared.
  func order(_ other: FilterScalar) -> Int? {
    switch (self, other) {
    case (.unsigned(let lhs), .unsigned(let rhs)): Self.order(lhs, rhs)
    case (.signed(let lhs), .signed(let rhs)): Self.order(lhs, rhs)
    case (.unsigned(let lhs), .signed(let rhs)): rhs < 0 ? nil : Self.order(lhs, UInt64(rhs))
    case (.signed(let lhs), .unsigned(let rhs)): Int64(exactly: rhs).map { Self.order(lhs, $0) }
    case (.boolean(let lhs), .boolean(let rhs)): Self.order(lhs ? 1 : 0, rhs ? 1 : 0)
    case (.boolean(let lhs), .unsigned(let rhs)): Self.order(lhs ? 1 : 0, rhs == 0 ? 0 : 1)
    case (.unsigned(let lhs), .boolean(let rhs)): Self.order(lhs, rhs ? 1 : 0)
    case (.signed(let lhs), .boolean(let rhs)): Self.order(lhs, rhs ? 1 : 0)
    case (.double(let lhs), .double(let rhs)): Self.order(lhs, rhs)
    case (.ipv4(let lhs), .ipv4(let rhs)): Self.order(lhs, rhs)
    case (.ipv6(let lhs), .ipv6(let rhs)): lhs < rhs ? -1 : lhs == rhs ? 0 : 1
    case (.ethernet(let lhs), .ethernet(let rhs)): Self.order(lhs, rhs)
    case (.absoluteTime(let lhs), .absoluteTime(let rhs)): Self.order(lhs, rhs)
    case (.relativeTime(let lhs), .relativeTime(let rhs)): Self.order(lhs, rhs)
    case (.string(let lhs), .string(let rhs)): Self.dictionaryOrder(lhs, rhs)
    default: if let lhs = octets, let rhs = other.octets { Self.rowOrder(lhs, rhs) } else { nil }
    }
  }

  private static func order<Value: Comparable>(_ lhs: Value, _ rhs: Value) -> Int {
    lhs < rhs ? -1 : lhs > rhs ? 1 : 0
  }

  private static func dictionaryOrder(_ lhs: [UInt8], _ rhs: [UInt8]) -> Int {
    lhs.lexicographicallyPrecedes(rhs) ? -1 : lhs == rhs ? 0 : 1
  }

  /// The longer of two byte strings is the greater one.
  private static func rowOrder(_ lhs: [UInt8], _ rhs: [UInt8]) -> Int {
    lhs.count == rhs.count ? dictionaryOrder(lhs, rhs) : lhs.count < rhs.count ? -1 : 1
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
    case .string(let value): .string(tree.texts.bytes(value))
    case .httpText: .string(tree.withBytes(of: node, frame: frame) { HTTPFieldLines.utf8($0) })
    case .ethernet(let value): .ethernet(value.rawValue)
    case .ipv4(let value): .ipv4(value.rawValue)
    case .ipv6(let value): .ipv6(value)
    case .absoluteTime(let value): .absoluteTime(value)
    case .relativeTime(let value): .relativeTime(value)
    }
  }
}

extension FilterScalar {
  /// An address without the bits after a network prefix.
  func masked(_ prefix: Int) -> FilterScalar {
    switch self {
    case .ipv4(let value): .ipv4(prefix == 0 ? 0 : value & ~UInt32(0) << UInt32(32 - prefix))
    case .ipv6(let value):
      .ipv6(
        IPv6Address(
          high: prefix == 0 ? 0 : value.high & (prefix >= 64 ? .max : ~UInt64(0) << UInt64(64 - prefix)),
          low: prefix <= 64 ? 0 : value.low & ~UInt64(0) << UInt64(128 - prefix)))
    default: self
    }
  }

  /// As text, for `string()`.
  var text: String {
    switch self {
    case .present: ""
    case .boolean(let value): value ? "1" : "0"
    case .unsigned(let value): String(value)
    case .signed(let value): String(value)
    case .double(let value): FieldText.double(value)
    case .string(let value): String(decoding: value, as: UTF8.self)
    case .bytes(let value): TextFormat.hex(value, separator: ":")
    case .ipv4(let value): IPv4Address(rawValue: value).description
    case .ipv6(let value): value.description
    case .ethernet(let value): MACAddress(rawValue: value).description
    case .absoluteTime(let value): CivilTime(nanoseconds: value).text
    case .relativeTime(let value): TextFormat.seconds(value)
    }
  }
}
