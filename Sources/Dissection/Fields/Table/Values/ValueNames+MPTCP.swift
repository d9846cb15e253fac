extension ValueNames {
  static let tcpOptionsMptcpRstReason = ValueNames(
    """
    0x0 Unspecified error
    0x1 MPTCP-specific error
    0x2 Lack of resources
    0x3 Administratively prohibited
    0x4 Too much outstanding data
    0x5 Unacceptable performance
    0x6 Middlebox interference
    """)
}
