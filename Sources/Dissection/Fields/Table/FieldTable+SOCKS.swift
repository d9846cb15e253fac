extension FieldTable {
  /// SOCKS: the fields and their Wireshark definitions.
  static let socks: [Field] = [
    Field(.socks, "socks", .protocol, "Socks Protocol"),
    Field(.socksVersion, "socks.version", .uint8, "Version"),
    Field(.socksAuthMethodCount, "socks.auth_method_count", .uint8, "Authentication Method Count"),
    Field(.socksAuthMethod, "socks.auth_method", .uint8, "Method", values: .socksMethod),
    Field(.socksAuthAcceptedMethod, "socks.auth_accepted_method", .uint8, "Accepted Auth Method", values: .socksMethod),
    Field(.socksSubnegotiationVersion, "socks.subnegotiation_version", .uint8, "Subnegotiation Version"),
    Field(.socksUsername, "socks.username", .string, "User name"),
    Field(.socksPassword, "socks.password", .string, "Password"),
    Field(.socksAuthStatus, "socks.auth_status", .uint8, "Status"),
    Field(.socksCommand, "socks.command", .uint8, "Command", values: .socksCommand),
    Field(.socksResults, "socks.results", .uint8, "Results(V4)", values: .socksResults),
    Field(.socksReserved, "socks.reserved", .uint8, "Reserved"),
    Field(.socksAddressType, "socks.address_type", .uint8, "Address Type", values: .socksAddressType),
    Field(.socksDst, "socks.dst", .ipv4, "Remote Address"),
    Field(.socksDstV6, "socks.dstV6", .ipv6, "Remote Address(ipv6)"),
    Field(.socksRemoteName, "socks.remote_name", .string, "Remote name"),
    Field(.socksPort, "socks.port", .uint16, "Port"),
    Field(.socksDstport, "socks.dstport", .uint16, "Remote Port"),
    Field(.socksV4aDnsName, "socks.v4a_dns_name", .stringz, "SOCKS v4a Remote Domain Name"),
  ]
}
