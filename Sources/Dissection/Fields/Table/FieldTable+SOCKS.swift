extension FieldTable {
  /// SOCKS: the fields, with Wireshark's names and types.
  static let socks: [Field] = [
    Field(.socks, "socks", .protocol, "SOCKS: connections through a proxy"),
    Field(.socksVersion, "socks.version", .uint8, "Version of SOCKS"),
    Field(.socksAuthMethodCount, "socks.auth_method_count", .uint8, "Methods that the client offers"),
    Field(.socksAuthMethod, "socks.auth_method", .uint8, "Authentication method", values: .socksMethod),
    Field(
      .socksAuthAcceptedMethod, "socks.auth_accepted_method", .uint8, "Method that the proxy chose",
      values: .socksMethod),
    Field(.socksSubnegotiationVersion, "socks.subnegotiation_version", .uint8, "Version of the authentication"),
    Field(.socksUsername, "socks.username", .string, "Name of the user"),
    Field(.socksPassword, "socks.password", .string, "User's password"),
    Field(.socksAuthStatus, "socks.auth_status", .uint8, "Outcome of the authentication"),
    Field(.socksCommand, "socks.command", .uint8, "Request of the client", values: .socksCommand),
    Field(.socksResults, "socks.results", .uint8, "Reply of the proxy", values: .socksResults),
    Field(.socksReserved, "socks.reserved", .uint8, "Reserved byte"),
    Field(.socksAddressType, "socks.address_type", .uint8, "Kind of address", values: .socksAddressType),
    Field(.socksDst, "socks.dst", .ipv4, "IPv4 address of the target"),
    Field(.socksDstV6, "socks.dstV6", .ipv6, "IPv6 address of the target"),
    Field(.socksRemoteName, "socks.remote_name", .string, "Host name of the target"),
    Field(.socksPort, "socks.port", .uint16, "Port of the target"),
    Field(.socksDstport, "socks.dstport", .uint16, "Port of the target in SOCKS 4"),
    Field(.socksV4aDnsName, "socks.v4a_dns_name", .stringz, "Host name of the target in SOCKS 4a"),
  ]
}
