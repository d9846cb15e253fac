/// What kind of value an operand has.
typealias FilterType = FieldType.Kind

extension FieldType.Kind {
  /// How it is called in an error.
  var name: String {
    switch self {
    case .presence: "something without a value"
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

  var isNumber: Bool {
    switch self {
    case .unsigned, .signed, .double, .relativeTime: true
    default: false
    }
  }

  /// Whether it is a row of bytes that slices and `contains` can look into.
  var hasBytes: Bool {
    switch self {
    case .string, .bytes, .ethernet, .ipv6, .ipv4: true
    default: false
    }
  }

  /// Whether values of the two can be compared.
  func isComparable(with other: FieldType.Kind) -> Bool {
    if self == other { return self != .presence }
    if isNumber, other.isNumber, self != .relativeTime, other != .relativeTime, self != .double, other != .double {
      return true
    }
    let rows: [FieldType.Kind] = [.bytes, .ethernet, .ipv6]
    return rows.contains(self) && rows.contains(other)
  }
}
