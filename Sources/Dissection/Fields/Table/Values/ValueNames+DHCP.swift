extension ValueNames {
  static let dhcpType = ValueNames(
    """
    1 Boot Request
    2 Boot Reply
    """)

  static let dhcpOptionDhcp = ValueNames(
    """
    1 Discover
    2 Offer
    3 Request
    4 Decline
    5 ACK
    6 NAK
    7 Release
    8 Inform
    9 Force Renew
    10 Lease query
    11 Lease Unassigned
    12 Lease Unknown
    13 Lease Active
    14 Bulk Lease Query
    15 Lease Query Done
    16 Active LeaseQuery
    17 Lease Query Status
    18 TLS
    """)
}
