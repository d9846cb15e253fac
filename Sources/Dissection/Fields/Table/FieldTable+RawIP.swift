extension FieldTable {
  /// raw IP: the fields and their Wireshark definitions.
  static let rawIP: [Field] = [
    Field(.raw, "raw", .protocol, "Raw packet data")
  ]
}
