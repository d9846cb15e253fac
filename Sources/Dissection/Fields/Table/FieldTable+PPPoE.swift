extension FieldTable {
  /// PPPoE: the fields and their Wireshark definitions.
  static let pppoe: [Field] = [
    Field(.pppoed, "pppoed", .protocol, "PPP-over-Ethernet Discovery"),
    Field(.pppoes, "pppoes", .protocol, "PPP-over-Ethernet Session"),
    Field(.pppoeVersion, "pppoe.version", .uint8, "Version", mask: 0xf0),
    Field(.pppoeType, "pppoe.type", .uint8, "Type", mask: 0xf),
    Field(.pppoeCode, "pppoe.code", .uint8, "Code", base: .hex, values: .pppoeCode),
    Field(.pppoeSessionId, "pppoe.session_id", .uint16, "Session ID", base: .hex),
    Field(.pppoePayloadLength, "pppoe.payload_length", .uint16, "Payload Length"),
    Field(.pppoedTags, "pppoed.tags", .none, "PPPoE Tags"),
    Field(.pppoedTag, "pppoed.tag", .uint16, "Tag", base: .hex, values: .pppoedTag),
    Field(.pppoedTagUnknownData, "pppoed.tag.unknown_data", .bytes, "Unknown Data"),
    Field(.pppoedTagsServiceName, "pppoed.tags.service_name", .string, "Service-Name"),
    Field(.pppoedTagsAcName, "pppoed.tags.ac_name", .string, "AC-Name"),
    Field(.pppoedTagsHostUniq, "pppoed.tags.host_uniq", .bytes, "Host-Uniq"),
    Field(.pppoedTagsAcCookie, "pppoed.tags.ac_cookie", .bytes, "AC-Cookie"),
    Field(.pppoedTagsVendorId, "pppoed.tags.vendor_id", .uint32, "Vendor id"),
    Field(.pppoedTagsVendorUnspecified, "pppoed.tags.vendor_unspecified", .bytes, "Vendor unspecified"),
    Field(.pppoedTagsRelaySessionId, "pppoed.tags.relay_session_id", .bytes, "Relay-Session-Id"),
    Field(.pppoedTagsMaxPayload, "pppoed.tags.max_payload", .bytes, "PPP-Max-Payload"),
    Field(.pppoedTagsServiceNameError, "pppoed.tags.service_name_error", .string, "Service-Name-Error"),
    Field(.pppoedTagsAcSystemError, "pppoed.tags.ac_system_error", .string, "AC-System-Error"),
    Field(.pppoedTagsGenericError, "pppoed.tags.generic_error", .string, "Generic-Error"),
  ]
}
