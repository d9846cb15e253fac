extension ValueNames {
  static let nflogFamily = ValueNames(
    """
    0 Unspecified
    1 IPv4/IPv6
    2 IPv4
    3 ARP
    5 Netdev
    7 Bridge
    10 IPv6
    12 DECNET
    """)

  static let nflogTlvType = ValueNames(
    """
    0 NFULA_UNSPEC
    1 NFULA_PACKET_HDR
    2 NFULA_MARK
    3 NFULA_TIMESTAMP
    4 NFULA_IFINDEX_INDEV
    5 NFULA_IFINDEX_OUTDEV
    6 NFULA_IFINDEX_PHYSINDEV
    7 NFULA_IFINDEX_PHYSOUTDEV
    8 NFULA_HWADDR
    9 NFULA_PAYLOAD
    10 NFULA_PREFIX
    11 NFULA_UID
    12 NFULA_SEQ
    13 NFULA_SEQ_GLOBAL
    14 NFULA_GID
    15 NFULA_HWTYPE
    16 NFULA_HWHEADER
    17 NFULA_HWLEN
    """)

  static let nflogHook = ValueNames(
    """
    0 Pre-routing
    1 Local in
    2 Forward
    3 Local out
    4 Post-routing
    5 Number of hooks
    """)
}
