extension ValueNames {
  static let igmpType = ValueNames(
    """
    1 Create Group Request
    2 Create Group Reply
    3 Join Group Request
    4 Join Group Reply
    5 Leave Group Request
    6 Leave Group Reply
    7 Confirm Group Request
    8 Confirm Group Reply
    17 Membership Query
    18 Membership Report
    19 DVMRP Protocol
    20 PIM Routing Message
    22 Membership Report
    23 Leave Group
    30 Traceroute Response
    31 Traceroute Query or Request
    34 Membership Report
    """)

  static let igmpRecordType = ValueNames(
    """
    1 Mode Is Include
    2 Mode Is Exclude
    3 Change To Include Mode
    4 Change To Exclude Mode
    5 Allow New Sources
    6 Block Old Sources
    """)
}
