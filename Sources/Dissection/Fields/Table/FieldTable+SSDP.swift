extension FieldTable {
  /// SSDP: the fields and their Wireshark definitions.
  static let ssdp: [Field] = [
    Field(.ssdp, "ssdp", .protocol, "Simple Service Discovery Protocol")
  ]
}
