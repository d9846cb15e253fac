/// What filters may do with values of a type: Wireshark's rules.
extension FieldType {
  /// How it is called in an error.
  var described: String {
    switch kind {
    case .presence: "something without a value"
    case .protocol: "a protocol's bytes"
    case .boolean: "a boolean"
    case .unsigned: "a number"
    case .signed: "a signed number"
    case .double: "a number with a fraction"
    case .string: "a text"
    case .bytes: "bytes"
    case .ethernet: "an Ethernet address"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .absoluteTime: "a time"
    case .relativeTime: "a duration"
    }
  }

  var isInteger: Bool { kind == .unsigned || kind == .signed }

  /// Whether numbers have more than 32 bits, which is where calculations overflow otherwise.
  var isWide: Bool { bits > 32 }

  var canContain: Bool { kind == .string || kind == .protocol || isRow }
  var canSlice: Bool { canContain || kind == .ipv4 || kind == .ipv6 }
  var canBeNegative: Bool { isInteger || kind == .boolean || kind == .double || kind == .relativeTime }

  /// Bytes without any meaning of their own to comparisons.
  var isRow: Bool { kind == .bytes || kind == .ethernet }

  func canDo(_ operation: FilterArithmetic) -> Bool {
    switch operation {
    case .bitAnd: isInteger || isRow || kind == .ipv4 || kind == .ipv6
    case .add, .subtract: isInteger || kind == .double || kind == .relativeTime
    case .multiply, .divide: isInteger || kind == .double
    case .remainder: isInteger
    }
  }

  var canNegate: Bool { isInteger || kind == .double || kind == .relativeTime }

  /// Whether `string()` takes it.
  var hasText: Bool {
    switch kind {
    case .unsigned, .signed, .double, .ipv4, .ipv6, .ethernet: true
    default: false
    }
  }

  /// Whether values of the other type can stand on the right of a comparison.
  func isComparable(with other: FieldType) -> Bool {
    switch kind {
    case .presence: false
    case .unsigned, .signed: other.isInteger || other.kind == .boolean
    case .bytes, .ethernet: other.isRow
    default: kind == other.kind
    }
  }

  /// The bytes that a value has by its type alone, which is what `len()` says of what is no row of bytes.
  var fixedLength: Int {
    switch kind {
    case .unsigned, .signed: bits / 8
    case .double: 8
    case .ipv4: 4
    case .ipv6: 16
    case .ethernet: 6
    default: 0
    }
  }
}
