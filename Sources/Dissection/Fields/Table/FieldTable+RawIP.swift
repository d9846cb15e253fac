extension FieldTable {
  /// raw IP: the fields, with Wireshark's names and types.
  static let rawIP: [Field] = [
    Field(.raw, "raw", .protocol, "IP without a link header")
  ]
}
