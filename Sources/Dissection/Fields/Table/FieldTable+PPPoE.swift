extension FieldTable {
  /// PPPoE: the fields, with Wireshark's names and types.
  static let pppoe: [Field] = [
    Field(.pppoed, "pppoed", .protocol, "PPPoE discovery"),
    Field(.pppoes, "pppoes", .protocol, "PPPoE session"),
    Field(.pppoeVersion, "pppoe.version", .uint8, "Version of PPPoE", mask: 0xf0),
    Field(.pppoeType, "pppoe.type", .uint8, "Type of PPPoE", mask: 0xf),
    Field(.pppoeCode, "pppoe.code", .uint8, "Packet code", base: .hex, values: .pppoeCode),
    Field(.pppoeSessionId, "pppoe.session_id", .uint16, "Session number", base: .hex),
    Field(.pppoePayloadLength, "pppoe.payload_length", .uint16, "Length of the payload, in bytes"),
    Field(.pppoedTags, "pppoed.tags", .none, "Tags of the packet"),
    Field(.pppoedTag, "pppoed.tag", .uint16, "Kind of the tag", base: .hex, values: .pppoedTag),
    Field(.pppoedTagUnknownData, "pppoed.tag.unknown_data", .bytes, "Bytes of an unknown tag"),
    Field(.pppoedTagsServiceName, "pppoed.tags.service_name", .string, "Service asked for or offered"),
    Field(.pppoedTagsAcName, "pppoed.tags.ac_name", .string, "Name of the access concentrator"),
    Field(.pppoedTagsHostUniq, "pppoed.tags.host_uniq", .bytes, "Number that the host chose"),
    Field(.pppoedTagsAcCookie, "pppoed.tags.ac_cookie", .bytes, "Cookie of the access concentrator"),
    Field(.pppoedTagsVendorId, "pppoed.tags.vendor_id", .uint32, "Enterprise number of the vendor"),
    Field(.pppoedTagsVendorUnspecified, "pppoed.tags.vendor_unspecified", .bytes, "Bytes for the vendor"),
    Field(.pppoedTagsRelaySessionId, "pppoed.tags.relay_session_id", .bytes, "Number that the relay chose"),
    Field(.pppoedTagsMaxPayload, "pppoed.tags.max_payload", .bytes, "Largest PPP payload, in bytes"),
    Field(.pppoedTagsServiceNameError, "pppoed.tags.service_name_error", .string, "Why the service is refused"),
    Field(.pppoedTagsAcSystemError, "pppoed.tags.ac_system_error", .string, "Why the access concentrator cannot serve"),
    Field(.pppoedTagsGenericError, "pppoed.tags.generic_error", .string, "Error in words"),
  ]
}
