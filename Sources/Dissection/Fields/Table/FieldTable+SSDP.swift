extension FieldTable {
  /// SSDP: the fields, with Wireshark's names and types.
  static let ssdp: [Field] = [
    Field(.ssdp, "ssdp", .protocol, "SSDP: discovery of services")
  ]
}
