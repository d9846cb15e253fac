extension FieldTable {
  /// Loopback: the fields and their Wireshark definitions.
  static let loopback: [Field] = [
    Field(.null, "null", .protocol, "Null/Loopback"),
    Field(.nullFamily, "null.family", .uint32, "Family", values: .nullFamily),
  ]
}
