extension ValueNames {
  static let nullFamily = ValueNames(
    """
    2 IP
    7 OSI
    0x0010 Appletalk
    0x0017 Netware IPX/SPX
    0x0018 IPv6
    0x001C IPv6
    0x001E IPv6
    """)
}
