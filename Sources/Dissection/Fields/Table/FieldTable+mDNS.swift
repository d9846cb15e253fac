extension FieldTable {
  /// mDNS: the fields, with Wireshark's names and types.
  static let mDNS: [Field] = [
    Field(.mdns, "mdns", .protocol, "Multicast DNS")
  ]
}
