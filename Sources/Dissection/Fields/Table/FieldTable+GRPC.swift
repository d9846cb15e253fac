extension FieldTable {
  /// gRPC and Protocol Buffers: the fields and their Wireshark definitions.
  static let grpc: [Field] = [
    Field(.grpc, "grpc", .protocol, "GRPC Message"),
    Field(.grpcFrameType, "grpc.frame_type", .uint8, "Frame Type", mask: 0x80, values: .grpcFrameType),
    Field(
      .grpcCompressedFlag, "grpc.compressed_flag", .uint8, "Compressed Flag", mask: 0x1, values: .grpcCompressedFlag),
    Field(.grpcMessageLength, "grpc.message_length", .uint32, "Message Length"),
    Field(.grpcMessageData, "grpc.message_data", .bytes, "Message Data"),
    Field(.grpcBodyDecompressionFailed, "grpc.body_decompression_failed", .none, "Body decompression failed"),
    Field(.protobuf, "protobuf", .protocol, "Protocol Buffers"),
    Field(.protobufMessageName, "protobuf.message.name", .string, "Message Name"),
    Field(.protobufFieldName, "protobuf.field.name", .string, "Field Name"),
    Field(.protobufFieldNumber, "protobuf.field.number", .uint64, "Field Number"),
    Field(
      .protobufFieldWiretype, "protobuf.field.wiretype", .uint8, "Wire Type", mask: 0x7, values: .protobufWiretype),
    Field(.protobufFieldValueLength, "protobuf.field.value.length", .uint64, "Value Length"),
    Field(.protobufFieldValue, "protobuf.field.value", .bytes, "Value"),
    Field(.protobufFailedParseTag, "protobuf.failed_parse_tag", .none, "Failed to parse tag field"),
    Field(
      .protobufFieldWiretypeInvalid, "protobuf.field.wiretype.invalid", .none, "Unknown or unsupported wiretype"),
    Field(
      .protobufFieldFailedParseLengthDelimitedField, "protobuf.field.failed_parse_length_delimited_field", .none,
      "Failed to parse length delimited field"),
    Field(.protobufFieldFailedParseField, "protobuf.field.failed_parse_field", .none, "Failed to parse value field"),
  ]
}
