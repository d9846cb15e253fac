extension ValueNames {
  static let lldpTlvType = ValueNames(
    """
    0 End of LLDPDU
    1 Chassis Id
    2 Port Id
    3 Time to Live
    4 Port Description
    5 System Name
    6 System Description
    7 System Capabilities
    8 Management Address
    127 Organization Specific
    """)

  static let lldpChassisSubtype = ValueNames(
    """
    0 Reserved
    1 Chassis component
    2 Interface alias
    3 Port component
    4 MAC address
    5 Network address
    6 Interface name
    7 Locally assigned
    """)

  static let lldpNetworkAddressSubtype = ValueNames(
    """
    0 Reserved
    1 IPv4
    2 IPv6
    3 NSAP
    4 HDLC (8-bit multidrop)
    5 BBN 1822
    6 802 (includes all 802 media plus Ethernet)
    7 E.163
    8 E.164 (SMDS, Frame Relay, ATM)
    9 F.69 (Telex)
    10 X.121 (X.25, Frame Relay)
    11 IPX
    12 Appletalk
    13 Decnet IV
    14 Banyan Vines
    15 E.164 with NSAP subaddress
    16 DNS (Domain Name System)
    17 Distinguished Name
    18 AS Number
    19 XTP over IP version 4
    20 XTP over IP version 6
    21 XTP native mode XTP
    22 Fibre Channel World-Wide Port Name
    23 Fibre Channel World-Wide Node Name
    24 GWID
    25 Layer-2 VPN
    196 Layer-2 VPN (old)
    26 MPLS-TP Section Endpoint Identifier
    27 MPLS-TP LSP Endpoint Identifier
    28 MPLS-TP Pseudowire Endpoint Identifier
    29 MT IP: Multi-Topology IP version 4
    30 MT IPv6: Multi-Topology IP version 6
    16384 EIGRP Common Service Family
    16385 EIGRP IPv4 Service Family
    16386 EIGRP IPv6 Service Family
    16387 LISP Canonical Address Format (LCAF)
    16388 BGP-LS
    16389 48-bit MAC Address
    16390 64-bit MAC Address
    16391 OUI
    16392 MAC/24
    16393 MAC/40
    16394 IPv6/64
    16395 RBridge Port ID
    16396 TRILL Nickname
    65535 Reserved
    """)

  static let lldpPortSubtype = ValueNames(
    """
    0 Reserved
    1 Interface alias
    2 Port component
    3 MAC address
    4 Network address
    5 Interface name
    6 Agent circuit Id
    7 Locally assigned
    """)

  static let lldpMgnInterfaceSubtype = ValueNames(
    """
    1 Unknown
    2 ifIndex
    3 System port number
    """)
}
