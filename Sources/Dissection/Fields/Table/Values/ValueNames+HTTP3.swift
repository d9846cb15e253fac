extension ValueNames {
  static let http3StreamType = ValueNames(
    """
    0 Control Stream
    1 Push Stream
    2 QPACK Encoder Stream
    3 QPACK Decoder Stream
    """)
  static let http3FrameType = ValueNames(
    """
    0x0 DATA
    0x1 HEADERS
    0x2 Reserved
    0x3 CANCEL_PUSH
    0x4 SETTINGS
    0x5 PUSH_PROMISE
    0x6 Reserved
    0x7 GOAWAY
    0x8 Reserved
    0x9 Reserved
    0xd MAX_PUSH_ID
    0xe Reserved
    0xf0700 PRIORITY_UPDATE
    0xf0701 PRIORITY_UPDATE
    """)
  static let http3Setting = ValueNames(
    """
    0x1 QPACK_MAX_TABLE_CAPACITY
    0x6 MAX_FIELD_SECTION_SIZE
    0x7 QPACK_BLOCKED_STREAMS
    0x8 ENABLE_CONNECT_PROTOCOL
    """)
}
