extension ValueNames {
  static let arpOpcode = ValueNames(
    """
    0 reserved
    1 request
    2 reply
    3 reverse request
    4 reverse reply
    5 drarp request
    6 drarp reply
    7 drarp error
    8 inverse request
    9 inverse reply
    10 arp nak
    11 mars request
    12 mars multi
    13 mars mserv
    14 mars join
    15 mars leave
    16 mars nak
    17 mars unserv
    18 mars sjoin
    19 mars sleave
    20 mars grouplist request
    21 mars grouplist reply
    22 mars redirect map
    23 mapos unarp
    24 experimental 1
    25 experimental 2
    65535 reserved
    """)

  static let arpDstDrarpErrorStatus = ValueNames(
    """
    1 restricted
    2 no address
    3 serverdown
    4 moved
    5 failure
    """)
}
