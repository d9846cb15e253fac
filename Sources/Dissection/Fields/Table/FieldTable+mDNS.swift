extension FieldTable {
  /// mDNS: the fields and their Wireshark definitions.
  static let mDNS: [Field] = [
    Field(.mdns, "mdns", .protocol, "Multicast Domain Name System")
  ]
}
