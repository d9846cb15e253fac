extension ValueNames {
  static let llcDsap = ValueNames(
    """
    0 NULL LSAP
    1 NULL LSAP
    2 LLC Sub-Layer Management
    4 SNA Path Control
    6 TCP/IP
    8 SNA
    12 SNA
    14 PROWAY (IEC955) Network Management and Initialization
    16 NetWare (unofficial?)
    20 ISO Network Layer (OSLAN 1)
    24 Texas Instruments
    32 ISO Network Layer (unofficial?)
    52 ISO Network Layer (unofficial?)
    66 Spanning Tree BPDU
    78 EIA RS-511 Manufacturing Message Service
    84 ISO Network Layer (OSLAN 2)
    126 ISO 8208 (X.25 over 802.2)
    127 ISO 802.2
    128 XNS
    130 BACnet
    134 Nestar
    142 PROWAY (IEC955) Active Station List Maintenance
    152 ARP
    170 SNAP
    180 HP JetDirect Printer
    186 Banyan Vines
    188 Banyan Vines
    224 NetWare
    240 NetBIOS
    244 IBM Net Management
    248 HP Extended LLC
    250 Ungermann-Bass
    252 Remote Program Load
    254 ISO Network Layer
    255 Global LSAP
    """)
}
