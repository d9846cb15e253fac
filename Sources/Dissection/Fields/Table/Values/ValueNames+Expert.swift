extension ValueNames {
  static let expertSeverity = ValueNames(
    """
    1048576 Comment
    2097152 Chat
    4194304 Note
    6291456 Warning
    8388608 Error
    """)

  static let expertGroup = ValueNames(
    """
    16777216 Checksum
    33554432 Sequence
    50331648 Response
    67108864 Request
    83886080 Undecoded
    100663296 Reassemble
    117440512 Malformed
    150994944 Protocol
    167772160 Security
    184549376 Comment
    201326592 Decryption
    """)
}
