extension ValueNames {
  static let ntpFlagsLi = ValueNames(
    """
    0 no warning
    1 last minute of the day has 61 seconds
    2 last minute of the day has 59 seconds
    3 unknown (clock unsynchronized)
    """)

  static let ntpFlagsVn = ValueNames(
    """
    0 reserved
    1 NTP Version 1
    2 NTP Version 2
    3 NTP Version 3
    4 NTP Version 4
    5 reserved
    6 reserved
    7 reserved
    """)

  static let ntpFlagsMode = ValueNames(
    """
    0 reserved
    1 symmetric active
    2 symmetric passive
    3 client
    4 server
    5 broadcast
    6 reserved for NTP control message
    7 reserved for private use
    """)
}
