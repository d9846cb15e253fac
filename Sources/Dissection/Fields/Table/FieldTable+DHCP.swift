extension FieldTable {
  /// DHCP: the fields, with Wireshark's names and types.
  static let dhcp: [Field] = [
    Field(.dhcp, "dhcp", .protocol, "DHCP: dynamic host configuration"),
    Field(.dhcpType, "dhcp.type", .uint8, "Operation (op)", values: .dhcpType),
    Field(.dhcpHwType, "dhcp.hw.type", .uint8, "Hardware address type (htype)", base: .hex, values: .hardwareType),
    Field(.dhcpHwLen, "dhcp.hw.len", .uint8, "Hardware address length, in bytes (hlen)"),
    Field(.dhcpHops, "dhcp.hops", .uint8, "Relay agents passed (hops)"),
    Field(.dhcpId, "dhcp.id", .uint32, "Transaction ID (xid)", base: .hex),
    Field(.dhcpSecs, "dhcp.secs", .uint16, "Time since the client began, in seconds (secs)"),
    Field(.dhcpFlags, "dhcp.flags", .uint16, "Flags of the message", base: .hex),
    Field(
      .dhcpFlagsBc, "dhcp.flags.bc", .boolean, "Answer by broadcast", bits: 16, mask: 0x8000, truth: ("Yes", "No")
    ),
    Field(.dhcpFlagsReserved, "dhcp.flags.reserved", .uint16, "Bits that must be zero", base: .hex, mask: 0x7fff),
    Field(.dhcpIpClient, "dhcp.ip.client", .ipv4, "Address that the client has (ciaddr)"),
    Field(.dhcpIpYour, "dhcp.ip.your", .ipv4, "Address given to the client (yiaddr)"),
    Field(.dhcpIpServer, "dhcp.ip.server", .ipv4, "Address of the next server (siaddr)"),
    Field(.dhcpIpRelay, "dhcp.ip.relay", .ipv4, "Address of the relay agent (giaddr)"),
    Field(.dhcpHwMacAddr, "dhcp.hw.mac_addr", .ethernet, "MAC address of the client (chaddr)"),
    Field(.dhcpHwAddr, "dhcp.hw.addr", .bytes, "Hardware address of the client (chaddr)"),
    Field(.dhcpHwAddrPadding, "dhcp.hw.addr_padding", .bytes, "Rest of chaddr"),
    Field(.dhcpServer, "dhcp.server", .string, "Name of the server (sname)"),
    Field(.dhcpFile, "dhcp.file", .string, "Boot file (file)"),
    Field(.dhcpCookie, "dhcp.cookie", .ipv4, "Cookie before the options"),
    Field(.dhcpOptionType, "dhcp.option.type", .uint8, "Option code"),
    Field(.dhcpOptionLength, "dhcp.option.length", .uint8, "Length of the option, in bytes"),
    Field(.dhcpOptionValue, "dhcp.option.value", .bytes, "Bytes of the option"),
    Field(.dhcpOptionDhcp, "dhcp.option.dhcp", .uint8, "DHCP message type", values: .dhcpOptionDhcp),
    Field(.dhcpOptionRequestedIpAddress, "dhcp.option.requested_ip_address", .ipv4, "Address that the client asks for"),
    Field(
      .dhcpOptionIpAddressLeaseTime, "dhcp.option.ip_address_lease_time", .uint32, "Duration of the lease, in seconds"),
    Field(.dhcpOptionDhcpServerId, "dhcp.option.dhcp_server_id", .ipv4, "Address of the DHCP server"),
    Field(.dhcpOptionRequestListItem, "dhcp.option.request_list_item", .uint8, "Option that the client asks for"),
    Field(.dhcpOptionSubnetMask, "dhcp.option.subnet_mask", .ipv4, "Mask of the subnet"),
    Field(.dhcpOptionRouter, "dhcp.option.router", .ipv4, "Address of the router"),
    Field(.dhcpOptionDomainNameServer, "dhcp.option.domain_name_server", .ipv4, "Address of the DNS server"),
    Field(.dhcpOptionDomainName, "dhcp.option.domain_name", .stringz, "Domain of the client"),
    Field(.dhcpOptionHostname, "dhcp.option.hostname", .stringz, "Name of the client's host"),
    Field(.dhcpOptionBroadcastAddress, "dhcp.option.broadcast_address", .ipv4, "Address for broadcasts"),
    Field(
      .dhcpOptionRenewalTimeValue, "dhcp.option.renewal_time_value", .uint32, "Time until renewal, in seconds (T1)"),
    Field(
      .dhcpOptionRebindingTimeValue, "dhcp.option.rebinding_time_value", .uint32,
      "Time until rebinding, in seconds (T2)"),
    Field(.dhcpOptionVendorClassId, "dhcp.option.vendor_class_id", .stringz, "Class of the vendor"),
    Field(.dhcpOptionMessage, "dhcp.option.message", .stringz, "Words of the error"),
    Field(
      .dhcpOptionDhcpMaxMessageSize, "dhcp.option.dhcp_max_message_size", .uint16,
      "Largest DHCP message that is accepted, in bytes"),
    Field(.dhcpOptionInterfaceMtu, "dhcp.option.interface_mtu", .uint16, "MTU of the interface, in bytes"),
    Field(.dhcpOptionNtpServer, "dhcp.option.ntp_server", .ipv4, "Address of the NTP server"),
    Field(.dhcpOptionEnd, "dhcp.option.end", .uint8, "End of the options"),
    Field(.dhcpOptionPadding, "dhcp.option.padding", .bytes, "Bytes of padding"),
    Field(.dhcpClientIdType, "dhcp.client_id.type", .uint8, "Hardware type of the client identifier"),
  ]
}
