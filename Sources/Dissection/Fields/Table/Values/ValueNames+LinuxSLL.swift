extension ValueNames {
  static let sllPkttype = ValueNames(
    """
    0 Unicast to us
    1 Broadcast
    2 Multicast
    3 Unicast to another host
    4 Sent by us
    """)

  /// Hardware types (IANA "ARP Parameters"), which ARP, DHCP and Linux have in common.
  static let hardwareType = ValueNames(
    """
    0 NET/ROM pseudo
    1 Ethernet
    2 Experimental Ethernet
    3 AX.25
    4 ProNET
    5 Chaos
    6 IEEE 802
    7 ARCNET
    8 Hyperchannel
    9 Lanstar
    10 Autonet Short Address
    11 Localtalk
    12 LocalNet
    13 Ultra link
    14 SMDS
    15 Frame Relay DLCI
    16 ATM
    17 HDLC
    18 Fibre Channel
    19 ATM (RFC 2225)
    20 Serial Line
    21 ATM
    22 MIL-STD-188-220
    23 Metricom STRIP
    24 IEEE 1394.1995
    25 MAPOS
    26 Twinaxial
    27 EUI-64
    28 HIPARP
    29 IP and ARP over ISO 7816-3
    30 ARPSec
    31 IPsec tunnel
    32 InfiniBand
    33 TIA-102 Project 25 CAI
    34 Wiegand Interface
    35 Pure IP
    36 Experimental 1
    37 HFI
    256 Experimental 2
    257 AEthernet
    260 Notional KISS type
    264 ADAPT
    270 ROSE
    271 CCITT X.25
    272 Boards with X.25 in firmware
    280 Controller Area Network
    512 PPP
    513 Cisco HDLC
    516 LAPB
    517 Digital's DDCMP protocol
    518 Raw HDLC
    519 Raw IP
    768 IPIP tunnel
    769 IP6IP6 tunnel
    770 Frame Relay Access Device
    771 SKIP vif
    772 Loopback
    774 Fiber Distributed Data Interface
    775 AP1000 BIF
    776 sit0 device - IPv6-in-IPv4
    777 IP over DDP tunneller
    778 GRE over IP
    779 PIMSM register interface
    780 High Performance Parallel Interface
    781 Nexus 64Mbps Ash
    782 Acorn Econet
    783 Linux-IrDA
    784 Point to point fibrechannel
    785 Fibrechannel arbitrated loop
    786 Fibrechannel public loop
    787 Fibrechannel fabric
    800 Magic type ident for TR
    801 IEEE 802.11
    802 IEEE 802.11 + Prism2 header
    803 IEEE 802.11 + radiotap header
    804 IEEE 802.15.4
    805 IEEE 802.15.4 network monitor
    820 PhoNet media type
    821 PhoNet pipe header
    822 CAIF media type
    823 GRE over IPv6
    824 Netlink
    825 IPv6 over LoWPAN
    826 Vsock monitor header
    65534 zero header length
    65535 Void type, nothing is known
    """)

  static let sllLtype = ValueNames(
    """
    1 Raw 802.3
    3 Ethernet
    4 802.2 LLC
    7 PPP (HDLC)
    12 CAN
    13 CAN FD
    23 IrDA LAP
    245 ISI
    246 IEEE 802.15.4
    """)
}
