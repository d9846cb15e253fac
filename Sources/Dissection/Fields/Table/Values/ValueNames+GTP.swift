extension ValueNames {
  /// 3GPP TS 29.281 section 6.1.
  static let gtpMessage = ValueNames(
    """
    1 Echo Request
    2 Echo Response
    26 Error Indication
    31 Supported Extension Headers Notification
    253 Tunnel Status
    254 End Marker
    255 G-PDU
    """)

  /// 3GPP TS 29.281 section 5.2.1.
  static let gtpExtension = ValueNames(
    """
    0 No more extension headers
    0x03 Long PDCP PDU Number
    0x20 Service Class Indicator
    0x40 UDP Port
    0x81 RAN Container
    0x82 Long PDCP PDU Number
    0x83 Xw RAN Container
    0x84 NR RAN Container
    0x85 PDU Session Container
    0xc0 PDCP PDU Number
    """)

  /// 3GPP TS 38.415 section 5.5.2.
  static let gtpSession = ValueNames(
    """
    0 DL PDU SESSION INFORMATION
    1 UL PDU SESSION INFORMATION
    """)
}
