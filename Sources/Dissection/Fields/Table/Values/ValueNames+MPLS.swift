extension ValueNames {
  static let mplsLabel = ValueNames(
    """
    0 IPv4 Explicit-Null
    1 Router Alert
    2 IPv6 Explicit-Null
    3 Implicit-Null
    14 OAM Alert
    13 Generic Associated Channel Label (GAL)
    7 Entropy Label Indicator (ELI)
    """)
}
