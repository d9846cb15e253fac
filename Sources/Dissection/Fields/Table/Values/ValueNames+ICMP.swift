extension ValueNames {
  static let icmpExtClass = ValueNames(
    """
    1 MPLS Label Stack Class
    2 Interface Information Object
    3 Interface Identification Object
    """)

  static let icmpIntInfoRole = ValueNames(
    """
    0 IP interface upon which datagram arrived
    1 sub-IP component of an IP interface upon which datagram arrived
    2 IP interface through which datagram would be forwarded
    3 IP next-hop to which datagram would be forwarded
    """)

  static let icmpExtEchoRspState = ValueNames(
    """
    0 Reserved
    1 Incomplete
    2 Reachable
    3 Stale
    4 Delay
    5 Probe
    6 Failed
    """)
}
