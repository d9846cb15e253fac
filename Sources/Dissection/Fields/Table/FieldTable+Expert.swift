extension FieldTable {
  /// what a dissector says of the packet itself: the fields and their Wireshark definitions.
  static let expert: [Field] = [
    Field(.text, "text", .none, "Text"),
    Field(.malformed, "_ws.malformed", .protocol, "Malformed Packet"),
    Field(.short, "_ws.short", .protocol, "Short Frame"),
    Field(.expert, "_ws.expert", .protocol, "Expert Info"),
    Field(.expertMessage, "_ws.expert.message", .string, "Message"),
    Field(.expertSeverity, "_ws.expert.severity", .uint32, "Severity level", values: .expertSeverity),
    Field(.expertGroup, "_ws.expert.group", .uint32, "Group", values: .expertGroup),
  ]
}
