import Wire

extension IPProtocol {
  /// tcpdump's name of the protocol in its verbose lines.
  var listingName: String {
    switch rawValue {
    case 0: "Options"
    case 1: "ICMP"
    case 2: "IGMP"
    case 4: "IPIP"
    case 6: "TCP"
    case 8: "EGP"
    case 9: "IGRP"
    case 17: "UDP"
    case 33: "DCCP"
    case 41: "IPv6"
    case 43: "Routing"
    case 44: "Fragment"
    case 46: "RSVP"
    case 47: "GRE"
    case 50: "ESP"
    case 51: "AH"
    case 55: "Mobile IP"
    case 58: "ICMPv6"
    case 62: "Mobile IP (old)"
    case 88: "EIGRP"
    case 89: "OSPF"
    case 103: "PIM"
    case 108: "Compressed IP"
    case 112: "VRRP"
    case 113: "PGM"
    case 132: "SCTP"
    case 135: "Mobility"
    case 143: "Ethernet"
    default: "unknown"
    }
  }
}
