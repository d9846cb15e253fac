extension FieldTable {
  /// VRRP: the fields and their Wireshark definitions.
  static let vrrp: [Field] = [
    Field(.vrrp, "vrrp", .protocol, "Virtual Router Redundancy Protocol"),
    Field(.vrrpTypever, "vrrp.typever", .uint8, "VRRP message version and type"),
    Field(.vrrpVersion, "vrrp.version", .uint8, "VRRP protocol version", mask: 0xf0),
    Field(.vrrpType, "vrrp.type", .uint8, "VRRP packet type", mask: 0xf),
    Field(.vrrpVirtRtrId, "vrrp.virt_rtr_id", .uint8, "Virtual Rtr ID"),
    Field(.vrrpPrio, "vrrp.prio", .uint8, "Priority"),
    Field(.vrrpAddrCount, "vrrp.addr_count", .uint8, "Addr Count"),
    Field(.vrrpAuthType, "vrrp.auth_type", .uint8, "Auth Type", values: .vrrpAuthType),
    Field(.vrrpAdverInt, "vrrp.adver_int", .uint8, "Adver Int"),
    Field(.vrrpReservedMbz, "vrrp.reserved_mbz", .uint8, "Reserved", mask: 0xf0),
    Field(.vrrpShortAdverInt, "vrrp.short_adver_int", .uint16, "Adver Int", mask: 0xfff),
    Field(.vrrpChecksum, "vrrp.checksum", .uint16, "Checksum", base: .hex),
    Field(.vrrpChecksumStatus, "vrrp.checksum.status", .uint8, "Checksum Status", values: .ipChecksumStatus),
    Field(.vrrpIpAddr, "vrrp.ip_addr", .ipv4, "IP Address"),
    Field(.vrrpIpv6Addr, "vrrp.ipv6_addr", .ipv6, "IPv6 Address"),
    Field(.vrrpAuthString, "vrrp.auth_string", .string, "Authentication String"),
  ]
}
