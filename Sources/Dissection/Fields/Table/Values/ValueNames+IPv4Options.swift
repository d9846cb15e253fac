extension ValueNames {
  static let ipOptQsFunc = ValueNames(
    """
    0 Rate request
    8 Rate report
    """)

  static let ipOptQsRate = ValueNames(
    """
    0 0 bit/s
    1 80 Kbit/s
    2 160 Kbit/s
    3 320 Kbit/s
    4 640 Kbit/s
    5 1.28 Mbit/s
    6 2.56 Mbit/s
    7 5.12 Mbit/s
    8 10.24 Mbit/s
    9 20.48 Mbit/s
    10 40.96 Mbit/s
    11 81.92 Mbit/s
    12 163.84 Mbit/s
    13 327.68 Mbit/s
    14 655.36 Mbit/s
    15 1.31072 Gbit/s
    """)

  static let ipOptSecRfc791Sec = ValueNames(
    """
    0x0 Unclassified
    0xf135 Confidential
    0x789a EFTO
    0xbc4d MMMM
    0x5e26 PROG
    0xaf13 Restricted
    0xd788 Secret
    0x6bc5 Top secret
    0x35e2 Reserved
    0x9af1 Reserved
    0x4d78 Reserved
    0x24bd Reserved
    0x135e Reserved
    0x89af Reserved
    0xc4d6 Reserved
    0xe26b Reserved
    """)

  static let ipOptSecCl = ValueNames(
    """
    0x1 Reserved 4
    0x3d Top secret
    0x5a Secret
    0x96 Confidential
    0x66 Reserved 3
    0xcc Reserved 2
    0xab Unclassified
    0xf1 Reserved 1
    """)
}
