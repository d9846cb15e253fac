extension ValueNames {
  static let ospfMsg = ValueNames(
    """
    1 Hello Packet
    2 DB Description
    3 LS Request
    4 LS Update
    5 LS Acknowledge
    """)

  static let ospfAuthType = ValueNames(
    """
    0 Null
    1 Simple password
    2 Cryptographic
    """)
}
