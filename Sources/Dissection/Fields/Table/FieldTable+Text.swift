extension FieldTable {
  /// data and text: the fields and their Wireshark definitions.
  static let text: [Field] = [
    Field(.data, "data", .protocol, "Data"),
    Field(.dataData, "data.data", .bytes, "Data"),
    Field(.dataLen, "data.len", .int32, "Length"),
  ]
}
