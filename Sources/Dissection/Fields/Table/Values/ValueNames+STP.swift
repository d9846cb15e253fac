extension ValueNames {
  static let stpVersion = ValueNames(
    """
    0 Spanning Tree
    2 Rapid Spanning Tree
    3 Multiple Spanning Tree
    4 Shortest Path Tree
    """)

  static let stpType = ValueNames(
    """
    0 Configuration
    2 Rapid/Multiple Spanning Tree
    128 Topology Change Notification
    """)

  static let stpFlagsPortRole = ValueNames(
    """
    1 Alternate or Backup
    2 Root
    3 Designated
    """)
}
