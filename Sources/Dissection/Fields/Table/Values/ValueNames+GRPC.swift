extension ValueNames {
  static let grpcFrameType = ValueNames(
    """
    0 Data
    1 Trailer
    """)
  static let grpcCompressedFlag = ValueNames(
    """
    0 Not Compressed
    1 Compressed
    """)
  /// How a field is written (protobuf encoding, "Message Structure").
  static let protobufWiretype = ValueNames(
    """
    0 varint
    1 64-bit
    2 Length-delimited
    3 Start group (deprecated)
    4 End group (deprecated)
    5 32-bit
    """)
}
