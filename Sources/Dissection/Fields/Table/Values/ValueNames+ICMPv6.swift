extension ValueNames {
  static let icmpv6Type = ValueNames(
    """
    1 Destination Unreachable
    2 Packet Too Big
    3 Time Exceeded
    4 Parameter Problem
    100 Private experimentation
    101 Private experimentation
    127 Reserved for expansion of ICMPv6 error messages
    128 Echo (ping) request
    129 Echo (ping) reply
    130 Multicast Listener Query
    131 Multicast Listener Report
    132 Multicast Listener Done
    133 Router Solicitation
    134 Router Advertisement
    135 Neighbor Solicitation
    136 Neighbor Advertisement
    137 Redirect
    138 Router Renumbering
    139 Node Information Query
    140 Node Information Reply
    141 Inverse Neighbor Discovery Solicitation
    142 Inverse Neighbor Discovery Advertisement
    143 Multicast Listener Report Message v2
    144 Home Agent Address Discovery Request
    145 Home Agent Address Discovery Reply
    146 Mobile Prefix Solicitation
    147 Mobile Prefix Advertisement
    148 Certification Path Solicitation
    149 Certification Path Advertisement
    150 Experimental Mobility
    151 Multicast Router Advertisement
    152 Multicast Router Solicitation
    153 Multicast Router Termination
    154 FMIPv6
    155 RPL Control
    156 Locator Update
    157 Duplicate Address Request
    158 Duplicate Address Confirmation
    159 MPL Control Message
    160 Extended Echo request
    161 Extended Echo reply
    200 Private experimentation
    201 Private experimentation
    255 Reserved for expansion of ICMPv6 informational messages
    """)

  static let icmpv6NdRaFlagPrf = ValueNames(
    """
    0 Medium
    1 High
    2 Reserved
    3 Low
    """)

  static let icmpv6OptType = ValueNames(
    """
    1 Source link-layer address
    2 Target link-layer address
    3 Prefix information
    4 Redirected header
    5 MTU
    6 NBMA Shortcut Limit Option
    7 Advertisement Interval
    8 Home Agent Information
    9 Source Address List
    10 Target Address List
    11 CGA
    12 RSA Signature
    13 Timestamp
    14 Nonce
    15 Trust Anchor
    16 Certificate
    17 IP Address/Prefix Option
    18 New Router Prefix Information
    19 Link-layer Address
    20 Neighbor Advertisement Acknowledgment
    23 MAP
    24 Route Information
    25 Recursive DNS Server
    26 RA Flags Extension
    27 Handover Key Request
    28 Handover Key Reply
    29 Handover Assist Information
    30 Mobile Node Identifier Option
    31 DNS Search List Option
    32 Proxy Signature (PS)
    33 Address Registration Option
    34 6LoWPAN Context Option
    35 Authoritative Border Router
    36 6LoWPAN Capability Indication Option
    37 DHCP Captive-Portal
    38 PREF64 Option
    138 CARD Request
    139 CARD Reply
    253 RFC3692-style Experiment 1
    254 RFC3692-style Experiment 2
    """)

  static let icmpv6OptPrefixValidLifetime = ValueNames(
    """
    4294967295 Infinity
    """)

  static let icmpv6OptRdnssLifetime = ValueNames(
    """
    0 RDNSS address MUST no longer be used
    4294967295 Infinity
    """)

  static let icmpv6OptDnsslLifetime = ValueNames(
    """
    0 DNSSL domain name MUST no longer be used
    4294967295 Infinity
    """)

  static let icmpv6MldrMarRecordType = ValueNames(
    """
    1 Include
    2 Exclude
    3 Changed to include
    4 Changed to exclude
    5 Allow new sources
    6 Block old sources
    """)
}
