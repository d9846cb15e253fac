extension FieldTable {
  /// WebSocket: the fields and their Wireshark definitions.
  static let webSocket: [Field] = [
    Field(.websocket, "websocket", .protocol, "WebSocket"),
    Field(.websocketFin, "websocket.fin", .boolean, "Fin", bits: 8, mask: 0x80),
    Field(.websocketRsv, "websocket.rsv", .uint8, "Reserved", base: .hex, mask: 0x70),
    Field(.websocketPmc, "websocket.pmc", .boolean, "Per-Message Compressed", bits: 8, mask: 0x40),
    Field(.websocketOpcode, "websocket.opcode", .uint8, "Opcode", mask: 0xf, values: .websocketOpcode),
    Field(.websocketMask, "websocket.mask", .boolean, "Mask", bits: 8, mask: 0x80),
    Field(.websocketPayloadLength, "websocket.payload_length", .uint8, "Payload length", mask: 0x7f),
    Field(
      .websocketPayloadLengthExt16, "websocket.payload_length_ext_16", .uint16, "Extended Payload length (16 bits)"),
    Field(
      .websocketPayloadLengthExt64, "websocket.payload_length_ext_64", .uint64, "Extended Payload length (64 bits)"),
    Field(.websocketMaskingKey, "websocket.masking_key", .bytes, "Masking-Key"),
    Field(.websocketMaskedPayload, "websocket.masked_payload", .none, "Masked payload"),
    Field(.websocketPayload, "websocket.payload", .none, "Payload"),
    Field(.websocketPayloadText, "websocket.payload.text", .string, "Text"),
    Field(.websocketPayloadClose, "websocket.payload.close", .none, "Close"),
    Field(
      .websocketPayloadCloseStatusCode, "websocket.payload.close.status_code", .uint16, "Status code",
      values: .websocketPayloadCloseStatusCode),
    Field(.websocketPayloadCloseReason, "websocket.payload.close.reason", .string, "Reason"),
    Field(.websocketPayloadPing, "websocket.payload.ping", .bytes, "Ping"),
    Field(.websocketPayloadPong, "websocket.payload.pong", .bytes, "Pong"),
    Field(.websocketPayloadContinue, "websocket.payload.continue", .bytes, "Continue"),
  ]
}
