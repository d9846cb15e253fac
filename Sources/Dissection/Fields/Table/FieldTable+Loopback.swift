extension FieldTable {
  /// Loopback: the fields, with Wireshark's names and types.
  static let loopback: [Field] = [
    Field(.null, "null", .protocol, "BSD loopback"),
    Field(.nullFamily, "null.family", .uint32, "Address family", values: .nullFamily),
  ]
}
