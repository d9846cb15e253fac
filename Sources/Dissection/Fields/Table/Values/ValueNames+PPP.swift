import Streams

extension ValueNames {
  static let pppDirection = ValueNames(
    """
    1 DCE->DTE
    0 DTE->DCE
    """)

  static let pppProtocol = ValueNames(
    """
    1 Padding Protocol
    3 ROHC small-CID
    5 ROHC large-CID
    33 Internet Protocol version 4
    35 OSI Network Layer
    37 Xerox NS IDP
    39 DECnet Phase IV
    41 Appletalk
    43 Novell IPX
    45 Van Jacobson Compressed TCP/IP
    47 Van Jacobson Uncompressed TCP/IP
    49 Bridging PDU
    51 Stream Protocol (ST-II)
    53 Banyan Vines
    57 AppleTalk EDDP
    59 AppleTalk SmartBuffered
    61 Multi-Link
    63 NETBIOS Framing
    65 Cisco Systems
    67 Ascom Timeplex
    69 Fujitsu Link Backup and Load Balancing (LBLB)
    71 DCA Remote Lan
    73 Serial Data Transport Protocol (PPP-SDTP)
    75 SNA over 802.2
    77 SNA
    79 IPv6 Header Compression 
    81 KNX Bridging Data
    83 Encryption
    85 Individual Link Encryption
    87 Internet Protocol version 6
    89 PPP Muxing
    91 Vendor-Specific Network Protocol (VSNP)
    93 TRILL Network Protocol (TNP)
    97 RTP IPHC Full Header
    99 RTP IPHC Compressed TCP
    101 RTP IPHC Compressed Non TCP
    103 RTP IPHC Compressed UDP 8
    105 RTP IPHC Compressed RTP 8
    111 Stampede Bridging
    115 MP+ Protocol
    193 NTCITS IPI
    251 Single link compression in multilink
    253 Compressed datagram
    0x0201 802.1d Hello Packets
    0x0203 IBM Source Routing BPDU
    0x0205 DEC LANBridge100 Spanning Tree
    0x0207 Cisco Discovery Protocol
    0x0209 Netcs Twin Routing
    0x020B STP - Scheduled Transfer Protocol
    0x020D EDP - Extreme Discovery Protocol
    0x0211 Optical Supervisory Channel Protocol (OSCP)
    0x0213 Optical Supervisory Channel Protocol (OSCP)
    0x0231 Luxcom
    0x0233 Sigma Network Systems
    0x0235 Apple Client Server Protocol
    0x0281 MPLS Unicast
    0x0283 MPLS Multicast
    0x0285 IEEE p1284.4 standard - data packets
    0x0287 ETSI TETRA Network Protocol Type 1
    0x0289 Multichannel Flow Treatment Protocol
    0x2063 RTP IPHC Compressed TCP No Delta
    0x2065 RTP IPHC Context State
    0x2067 RTP IPHC Compressed UDP 16
    0x2069 RTP IPHC Compressed RTP 16
    0x4001 Cray Communications Control Protocol
    0x4003 CDPD Mobile Network Registration Protocol
    0x4005 Expand accelerator protocol
    0x4007 ODSICP NCP
    0x4009 DOCSIS DLL
    0x400B Cetacean Network Detection Protocol
    0x4021 Stacker LZS
    0x4023 RefTek Protocol
    0x4025 Fibre Channel
    0x4027 EMIT Protocols
    0x405B Vendor-Specific Protocol (VSP)
    0x405D TRILL Link State Protocol (TLSP)
    0x8021 Internet Protocol Control Protocol
    0x8023 OSI Network Layer Control Protocol
    0x8025 Xerox NS IDP Control Protocol
    0x8027 DECnet Phase IV Control Protocol
    0x8029 AppleTalk Control Protocol
    0x802B Novell IPX Control Protocol
    0x8031 Bridging NCP
    0x8033 Stream Protocol Control Protocol
    0x8035 Banyan Vines Control Protocol
    0x803D Multi-Link Control Protocol
    0x803F NETBIOS Framing Control Protocol
    0x8041 Cisco Systems Control Protocol
    0x8043 Ascom Timeplex
    0x8045 Fujitsu LBLB Control Protocol
    0x8047 DCA Remote Lan Network Control Protocol (RLNCP)
    0x8049 Serial Data Control Protocol (PPP-SDCP)
    0x804B SNA over 802.2 Control Protocol
    0x804D SNA Control Protocol
    0x804F IP6 Header Compression Control Protocol
    0x8051 KNX Bridging Control Protocol
    0x8053 Encryption Control Protocol
    0x8055 Individual Link Encryption Control Protocol
    0x8057 IPv6 Control Protocol
    0x8059 PPP Muxing Control Protocol
    0x805B Vendor-Specific Network Control Protocol (VSNCP)
    0x805D TRILL Network Control Protocol
    0x806F Stampede Bridging Control Protocol
    0x8073 MP+ Control Protocol
    0x80C1 NTCITS IPI Control Protocol
    0x80FB Single link compression in multilink control
    0x80FD Compression Control Protocol
    0x8207 Cisco Discovery Protocol Control Protocol
    0x8209 Netcs Twin Routing
    0x820B STP - Control Protocol
    0x820D EDPCP - Extreme Discovery Protocol Control Protocol
    0x8235 Apple Client Server Protocol Control
    0x8281 MPLS Control Protocol
    0x8285 IEEE p1284.4 standard - Protocol Control
    0x8287 ETSI TETRA TNP1 Control Protocol
    0x8289 Multichannel Flow Treatment Protocol
    0xC021 Link Control Protocol
    0xC023 Password Authentication Protocol
    0xC025 Link Quality Report
    0xC027 Shiva Password Authentication Protocol
    0xC029 Callback Control Protocol (CBCP)
    0xC02B BACP Bandwidth Allocation Control Protocol
    0xC02D BAP Bandwidth Allocation Protocol
    0xC05B Vendor-Specific Authentication Protocol (VSAP)
    0xC081 Container Control Protocol
    0xC223 Challenge Handshake Authentication Protocol
    0xC225 RSA Authentication Protocol
    0xC227 Extensible Authentication Protocol
    0xC229 Mitsubishi Security Information Exchange Protocol (SIEP)
    0xC26F Stampede Bridging Authorization Protocol
    0xC281 Proprietary Authentication Protocol
    0xC283 Proprietary Authentication Protocol
    0xC481 Proprietary Node ID Authentication Protocol
    """)

  static let chdlcAddress = ValueNames(
    """
    15 Unicast
    143 Multicast
    """)
}
