extension FieldTable {
  /// gRPC and Protocol Buffers: the fields, with Wireshark's names and types.
  static let grpc: [Field] = [
    Field(.grpc, "grpc", .protocol, "gRPC message"),
    Field(.grpcFrameType, "grpc.frame_type", .uint8, "Kind of frame", mask: 0x80, values: .grpcFrameType),
    Field(
      .grpcCompressedFlag, "grpc.compressed_flag", .uint8, "Compression of the message", mask: 0x1,
      values: .grpcCompressedFlag),
    Field(.grpcMessageLength, "grpc.message_length", .uint32, "Length of the message, in bytes"),
    Field(.grpcMessageData, "grpc.message_data", .bytes, "Bytes of the message"),
    Field(.grpcBodyDecompressionFailed, "grpc.body_decompression_failed", .none, "The message cannot be decompressed"),
    Field(.protobuf, "protobuf", .protocol, "Protocol Buffers message"),
    Field(.protobufMessageName, "protobuf.message.name", .string, "Type of the message"),
    Field(.protobufFieldName, "protobuf.field.name", .string, "Name of the field"),
    Field(.protobufFieldNumber, "protobuf.field.number", .uint64, "Number of the field"),
    Field(
      .protobufFieldWiretype, "protobuf.field.wiretype", .uint8, "Wire type of the value", mask: 0x7,
      values: .protobufWiretype),
    Field(.protobufFieldValueLength, "protobuf.field.value.length", .uint64, "Length of the value, in bytes"),
    Field(.protobufFieldValue, "protobuf.field.value", .bytes, "Bytes of the value"),
    Field(.protobufFailedParseTag, "protobuf.failed_parse_tag", .none, "A tag cannot be read"),
    Field(
      .protobufFieldWiretypeInvalid, "protobuf.field.wiretype.invalid", .none, "The wire type does not exist"),
    Field(
      .protobufFieldFailedParseLengthDelimitedField, "protobuf.field.failed_parse_length_delimited_field", .none,
      "A value is longer than the message"),
    Field(.protobufFieldFailedParseField, "protobuf.field.failed_parse_field", .none, "A value cannot be read"),
  ]
}
