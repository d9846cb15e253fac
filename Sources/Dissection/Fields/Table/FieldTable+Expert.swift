extension FieldTable {
  /// what a dissector says of the packet itself: the fields, with Wireshark's names and types.
  static let expert: [Field] = [
    Field(.text, "text", .none, "Text"),
    Field(.malformed, "_ws.malformed", .protocol, "Packet with a fault"),
    Field(.short, "_ws.short", .protocol, "Packet that was not captured whole"),
    Field(.expert, "_ws.expert", .protocol, "Finding"),
    Field(.expertMessage, "_ws.expert.message", .string, "Finding in words"),
    Field(.expertSeverity, "_ws.expert.severity", .uint32, "Severity", values: .expertSeverity),
    Field(.expertGroup, "_ws.expert.group", .uint32, "Kind of finding", values: .expertGroup),
  ]
}
