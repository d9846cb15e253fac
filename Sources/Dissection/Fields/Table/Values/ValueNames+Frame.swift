extension ValueNames {
  static let frameEncapType = ValueNames(
    """
    0 Unknown
    1 Ethernet
    7 Raw IP
    15 NULL/Loopback
    25 Linux cooked-mode capture v1
    38 OpenBSD enc(4) encapsulating interface
    129 Raw IPv4
    130 Raw IPv6
    210 Linux cooked-mode capture v2
    """)

  static let framePacketFlagsDirection = ValueNames(
    """
    0 Unknown
    1 Inbound
    2 Outbound
    """)

  static let framePacketFlagsReceptionType = ValueNames(
    """
    0 Not specified
    1 Unicast
    2 Multicast
    3 Broadcast
    4 Promiscuous
    """)

  static let frameP2pDir = ValueNames(
    """
    0 Sent
    1 Received
    """)
}
