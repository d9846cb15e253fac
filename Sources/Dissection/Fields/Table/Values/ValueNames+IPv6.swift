extension ValueNames {
  static let ipv6OptType = ValueNames(
    """
    0 Pad1
    1 PadN
    4 Tunnel Encapsulation Limit
    5 Router Alert
    7 CALIPSO
    8 SMF_DPD
    15 Performance and Diagnostic Metrics
    30 Experimental (0x1E)
    38 Quick-Start
    48 Path MTU Option
    49 IOAM Option
    62 Experimental (0x3E)
    65 Tunnel Payload Forwarding (TPF) Information
    94 Experimental (0x5E)
    99 RPL Option
    109 MPL Option
    126 Experimental (0x7E)
    138 Endpoint Identification
    139 ILNP Nonce
    140 Line-Identification Option
    158 Experimental (0x9E)
    190 Experimental (0xBE)
    194 Jumbo Payload
    201 Home Address
    222 Experimental (0xDE)
    238 IP_DFF
    254 Experimental (0xFE)
    """)

  static let ipv6OptTypeAction = ValueNames(
    """
    0 Skip and continue
    1 Discard
    2 Discard and send ICMP Parameter Problem
    3 Discard and send ICMP if not multicast
    """)

  static let ipv6OptRouterAlert = ValueNames(
    """
    0 MLD
    1 RSVP
    2 Active Network
    """)

  static let ipv6RoutingType = ValueNames(
    """
    0 Source Route
    1 Nimrod
    2 Type 2 Routing
    3 RPL Source Route
    4 Segment Routing
    5 Compact Routing Header 16
    6 Compact Routing Header 32
    253 Experiment 1
    254 Experiment 2
    """)
}
