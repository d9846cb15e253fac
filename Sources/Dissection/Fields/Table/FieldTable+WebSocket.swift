extension FieldTable {
  /// WebSocket: the fields, with Wireshark's names and types.
  static let webSocket: [Field] = [
    Field(.websocket, "websocket", .protocol, "WebSocket frame"),
    Field(.websocketFin, "websocket.fin", .boolean, "Last frame of the message (FIN)", bits: 8, mask: 0x80),
    Field(.websocketRsv, "websocket.rsv", .uint8, "Reserved bits", base: .hex, mask: 0x70),
    Field(.websocketPmc, "websocket.pmc", .boolean, "Message is compressed (RSV1)", bits: 8, mask: 0x40),
    Field(.websocketOpcode, "websocket.opcode", .uint8, "Kind of frame", mask: 0xf, values: .websocketOpcode),
    Field(.websocketMask, "websocket.mask", .boolean, "Payload is masked", bits: 8, mask: 0x80),
    Field(
      .websocketPayloadLength, "websocket.payload_length", .uint8, "Length of the payload, or 126 or 127", mask: 0x7f),
    Field(
      .websocketPayloadLengthExt16, "websocket.payload_length_ext_16", .uint16, "Length of the payload in 16 bits"),
    Field(
      .websocketPayloadLengthExt64, "websocket.payload_length_ext_64", .uint64, "Length of the payload in 64 bits"),
    Field(.websocketMaskingKey, "websocket.masking_key", .bytes, "Key of the mask"),
    Field(.websocketMaskedPayload, "websocket.masked_payload", .none, "Payload as sent"),
    Field(.websocketPayload, "websocket.payload", .none, "Payload without the mask"),
    Field(.websocketPayloadText, "websocket.payload.text", .string, "Text of the message"),
    Field(.websocketPayloadClose, "websocket.payload.close", .none, "Close frame"),
    Field(
      .websocketPayloadCloseStatusCode, "websocket.payload.close.status_code", .uint16, "Why it closes",
      values: .websocketPayloadCloseStatusCode),
    Field(.websocketPayloadCloseReason, "websocket.payload.close.reason", .string, "Why it closes, in words"),
    Field(.websocketPayloadPing, "websocket.payload.ping", .bytes, "Bytes of the ping"),
    Field(.websocketPayloadPong, "websocket.payload.pong", .bytes, "Bytes of the pong"),
    Field(.websocketPayloadContinue, "websocket.payload.continue", .bytes, "Bytes of a continuation"),
  ]
}
