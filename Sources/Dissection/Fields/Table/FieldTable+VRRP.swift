extension FieldTable {
  /// VRRP: the fields, with Wireshark's names and types.
  static let vrrp: [Field] = [
    Field(.vrrp, "vrrp", .protocol, "VRRP: routers that stand in for each other"),
    Field(.vrrpTypever, "vrrp.typever", .uint8, "Version and type"),
    Field(.vrrpVersion, "vrrp.version", .uint8, "Version of VRRP", mask: 0xf0),
    Field(.vrrpType, "vrrp.type", .uint8, "Type of the packet", mask: 0xf),
    Field(.vrrpVirtRtrId, "vrrp.virt_rtr_id", .uint8, "Virtual router (VRID)"),
    Field(.vrrpPrio, "vrrp.prio", .uint8, "Priority of the sender (high wins)"),
    Field(.vrrpAddrCount, "vrrp.addr_count", .uint8, "Addresses of the virtual router"),
    Field(.vrrpAuthType, "vrrp.auth_type", .uint8, "Kind of authentication", values: .vrrpAuthType),
    Field(.vrrpAdverInt, "vrrp.adver_int", .uint8, "Time between advertisements, in seconds"),
    Field(.vrrpReservedMbz, "vrrp.reserved_mbz", .uint8, "Bits that must be zero", mask: 0xf0),
    Field(
      .vrrpShortAdverInt, "vrrp.short_adver_int", .uint16, "Time between advertisements, in hundredths of a second",
      mask: 0xfff),
    Field(.vrrpChecksum, "vrrp.checksum", .uint16, "Checksum of the packet", base: .hex),
    Field(.vrrpChecksumStatus, "vrrp.checksum.status", .uint8, "Check of the checksum", values: .ipChecksumStatus),
    Field(.vrrpIpAddr, "vrrp.ip_addr", .ipv4, "IPv4 address of the virtual router"),
    Field(.vrrpIpv6Addr, "vrrp.ipv6_addr", .ipv6, "IPv6 address of the virtual router"),
    Field(.vrrpAuthString, "vrrp.auth_string", .string, "Password of the routers"),
  ]
}
