extension FieldTable {
  /// Options of DHCP: the fields, with Wireshark's names and types.
  static let dhcpOptions: [Field] = [
    Field(.dhcpOptionTimeOffset, "dhcp.option.time_offset", .int32, "Offset from UTC, in seconds"),
    Field(.dhcpOptionTimeServer, "dhcp.option.time_server", .ipv4, "Address of the time server (RFC 868)"),
    Field(.dhcpOptionNameServer, "dhcp.option.name_server", .ipv4, "Address of the name server (IEN 116)"),
    Field(.dhcpOptionLogServer, "dhcp.option.log_server", .ipv4, "Address of the log server"),
    Field(.dhcpOptionQuotesServer, "dhcp.option.quotes_server", .ipv4, "Address of the quote-of-the-day server"),
    Field(.dhcpOptionLprServer, "dhcp.option.lpr_server", .ipv4, "Address of the line printer server"),
    Field(.dhcpOptionImpressServer, "dhcp.option.impress_server", .ipv4, "Address of the Imagen Impress server"),
    Field(
      .dhcpOptionResourceLocationServer, "dhcp.option.resource_location_server", .ipv4,
      "Address of the resource location server"),
    Field(
      .dhcpOptionBootFileSize, "dhcp.option.boot_file_size", .uint16, "Size of the boot image, in blocks of 512 bytes"),
    Field(.dhcpOptionMeritDumpFile, "dhcp.option.merit_dump_file", .stringz, "File for the client's core dump"),
    Field(.dhcpOptionSwapServer, "dhcp.option.swap_server", .ipv4, "Address of the swap server"),
    Field(.dhcpOptionRootPath, "dhcp.option.root_path", .stringz, "Path of the root file system"),
    Field(.dhcpOptionExtensionPath, "dhcp.option.extension_path", .stringz, "File with more options"),
    Field(
      .dhcpOptionIpForwarding, "dhcp.option.ip_forwarding", .boolean, "Forward IP packets",
      truth: ("Enabled", "Disabled")),
    Field(
      .dhcpOptionNonLocalSourceRouting, "dhcp.option.non_local_source_routing", .boolean,
      "Forward source-routed packets to other networks",
      truth: ("Enabled", "Disabled")),
    Field(
      .dhcpOptionMaxDatagramReassemblySize, "dhcp.option.max_datagram_reassembly_size", .uint16,
      "Largest datagram to reassemble, in bytes"),
    Field(.dhcpOptionDefaultIpTtl, "dhcp.option.default_ip_ttl", .uint8, "TTL for outgoing packets"),
    Field(
      .dhcpOptionPathMtuAgingTimeout, "dhcp.option.path_mtu_aging_timeout", .uint32,
      "Time until a path MTU is discovered again, in seconds"),
    Field(
      .dhcpOptionPathMtuPlateauTableItem, "dhcp.option.path_mtu_plateau_table_item", .uint16,
      "MTU to try, in bytes"),
    Field(
      .dhcpOptionAllSubnetsAreLocal, "dhcp.option.all_subnets_are_local", .boolean,
      "All subnets have the interface's MTU",
      truth: ("Yes", "No")),
    Field(
      .dhcpOptionPerformMaskDiscovery, "dhcp.option.perform_mask_discovery", .boolean, "Find the subnet mask by ICMP",
      truth: ("Enabled", "Disabled")),
    Field(
      .dhcpOptionMaskSupplier, "dhcp.option.mask_supplier", .boolean, "Answer requests for the subnet mask",
      truth: ("Yes", "No")),
    Field(
      .dhcpOptionPerformRouterDiscover, "dhcp.option.perform_router_discover", .boolean, "Find routers by ICMP",
      truth: ("Enabled", "Disabled")),
    Field(
      .dhcpOptionRouterSolicitationAddress, "dhcp.option.router_solicitation_address", .ipv4,
      "Address for router solicitations"),
    Field(
      .dhcpOptionTrailerEncapsulation, "dhcp.option.trailer_encapsulation", .boolean, "Negotiate trailers by ARP",
      truth: ("Enabled", "Disabled")),
    Field(.dhcpOptionArpCacheTimeout, "dhcp.option.arp_cache_timeout", .uint32, "Lifetime of ARP entries, in seconds"),
    Field(
      .dhcpOptionEthernetEncapsulation, "dhcp.option.ethernet_encapsulation", .boolean,
      "IEEE 802.3 instead of Ethernet II",
      truth: ("Enabled", "Disabled")),
    Field(.dhcpOptionTcpDefaultTtl, "dhcp.option.tcp_default_ttl", .uint8, "TTL for TCP segments"),
    Field(
      .dhcpOptionTcpKeepaliveInterval, "dhcp.option.tcp_keepalive_interval", .uint32,
      "Time between TCP keep-alives, in seconds"),
    Field(
      .dhcpOptionTcpKeepaliveGarbage, "dhcp.option.tcp_keepalive_garbage", .boolean,
      "Keep-alives with a byte of garbage",
      truth: ("Enabled", "Disabled")),
    Field(.dhcpOptionNisDomain, "dhcp.option.nis_domain", .stringz, "NIS domain"),
    Field(.dhcpOptionNisServer, "dhcp.option.nis_server", .ipv4, "Address of the NIS server"),
    Field(
      .dhcpOptionNetbiosOverTcpipNameServer, "dhcp.option.netbios_over_tcpip_name_server", .ipv4,
      "Address of the NetBIOS name server"),
    Field(
      .dhcpOptionNetbiosOverTcpipDdNameServer, "dhcp.option.netbios_over_tcpip_dd_name_server", .ipv4,
      "Address of the NetBIOS datagram server"),
    Field(
      .dhcpOptionNetbiosOverTcpipNodeType, "dhcp.option.netbios_over_tcpip_node_type", .uint8,
      "NetBIOS node type", values: .dhcpOptionNetbiosOverTcpipNodeType),
    Field(
      .dhcpOptionNetbiosOverTcpipScope, "dhcp.option.netbios_over_tcpip_scope", .stringz, "NetBIOS scope"),
    Field(
      .dhcpOptionXwindowsSystemFontServer, "dhcp.option.xwindows_system_font_server", .ipv4,
      "Address of the X font server"),
    Field(
      .dhcpOptionXwindowsSystemDisplayManager, "dhcp.option.xwindows_system_display_manager", .ipv4,
      "Address of the X display manager"),
    Field(
      .dhcpOptionOptionOverload, "dhcp.option.option_overload", .uint8, "Fields that hold options, too",
      values: .dhcpOptionOptionOverload),
    Field(
      .dhcpOptionNovellNetwareIpDomain, "dhcp.option.novell_netware_ip_domain", .stringz, "NetWare/IP domain"),
    Field(.dhcpOptionNisPlusDomain, "dhcp.option.nis_plus_domain", .stringz, "NIS+ domain"),
    Field(.dhcpOptionNisPlusServer, "dhcp.option.nis_plus_server", .ipv4, "Address of the NIS+ server"),
    Field(.dhcpOptionTftpServerName, "dhcp.option.tftp_server_name", .stringz, "Name of the TFTP server"),
    Field(.dhcpOptionBootfileName, "dhcp.option.bootfile_name", .stringz, "Name of the boot file"),
    Field(.dhcpOptionMobileIpHomeAgent, "dhcp.option.mobile_ip_home_agent", .ipv4, "Address of the home agent"),
    Field(.dhcpOptionSmtpServer, "dhcp.option.smtp_server", .ipv4, "Address of the SMTP server"),
    Field(.dhcpOptionPop3Server, "dhcp.option.pop3_server", .ipv4, "Address of the POP3 server"),
    Field(.dhcpOptionNntpServer, "dhcp.option.nntp_server", .ipv4, "Address of the NNTP server"),
    Field(.dhcpOptionDefaultWwwServer, "dhcp.option.default_www_server", .ipv4, "Address of the web server"),
    Field(.dhcpOptionDefaultFingerServer, "dhcp.option.default_finger_server", .ipv4, "Address of the finger server"),
    Field(.dhcpOptionDefaultIrcServer, "dhcp.option.default_irc_server", .ipv4, "Address of the IRC server"),
    Field(.dhcpOptionStreettalkServer, "dhcp.option.streettalk_server", .ipv4, "Address of the StreetTalk server"),
    Field(
      .dhcpOptionStreettalkDaServer, "dhcp.option.streettalk_da_server", .ipv4,
      "Address of the StreetTalk directory assistance server"
    ),
    Field(
      .dhcpOptionNovellDsTreeName, "dhcp.option.novell_ds_tree_name", .stringz, "Tree of Novell's directory"),
    Field(.dhcpOptionNovellDsContext, "dhcp.option.novell_ds_context", .stringz, "Context in Novell's directory"),
    Field(
      .dhcpOptionClientLastTransactionTime, "dhcp.option.client_last_transaction_time", .uint32,
      "Time since the client was last heard, in seconds"),
    Field(.dhcpOptionAssociatedIpOption, "dhcp.option.associated_ip_option", .ipv4, "Address that the client has, too"),
    Field(.dhcpOptionTzPcode, "dhcp.option.tz_pcode", .string, "Time zone as in POSIX"),
    Field(.dhcpOptionTzTcode, "dhcp.option.tz_tcode", .string, "Time zone as in the tz database"),
    Field(
      .dhcpOptionNetinfoParentServerAddress, "dhcp.option.netinfo_parent_server_address", .ipv4,
      "Address of the NetInfo parent"),
    Field(
      .dhcpOptionNetinfoParentServerTag, "dhcp.option.netinfo_parent_server_tag", .stringz, "Tag of the NetInfo parent"),
    Field(
      .dhcpOptionDhcpAutoConfiguration, "dhcp.option.dhcp_auto_configuration", .uint8,
      "May choose a link-local address itself",
      values: .dhcpOptionDhcpAutoConfiguration),
    Field(
      .dhcpOptionSubnetSelectionOption, "dhcp.option.subnet_selection_option", .ipv4, "Subnet to take the address from"),
    Field(.dhcpOptionPanaAgent, "dhcp.option.pana_agent", .ipv4, "Address of the PANA agent"),
    Field(
      .dhcpOptionLostServerDomainName, "dhcp.option.lost_server_domain_name", .stringz, "Domain of the LoST server"),
    Field(
      .dhcpOptionCapwapAccessController, "dhcp.option.capwap_access_controller", .ipv4,
      "Address of the CAPWAP access controller"),
    Field(.dhcpOptionAndsfServer, "dhcp.option.andsf_server", .ipv4, "Address of the ANDSF server"),
    Field(.dhcpOptionTftpServerAddress, "dhcp.option.tftp_server_address", .ipv4, "Address of the TFTP server"),
    Field(
      .dhcpOptionBulkLeaseStartTimeOfState, "dhcp.option.bulk_lease.start_time_of_state", .uint32,
      "Time in the present state, in seconds"
    ),
    Field(
      .dhcpOptionBulkLeaseDhcpState, "dhcp.option.bulk_lease.dhcp_state", .uint8, "State of the binding",
      values: .dhcpOptionBulkLeaseDhcpState),
    Field(
      .dhcpOptionBulkLeaseDataSource, "dhcp.option.bulk_lease.data_source", .boolean,
      "The data are from another server",
      truth: ("Yes", "No")),
    Field(.dhcpOptionMudurl, "dhcp.option.mudurl", .string, "URL of the manufacturer usage description"),
    Field(.dhcpOptionPxeConfigFile, "dhcp.option.pxe_config_file", .string, "Configuration file of PXELINUX"),
    Field(.dhcpOptionPxePathPrefix, "dhcp.option.pxe_path_prefix", .string, "Prefix of PXELINUX's paths"),
    Field(
      .dhcpOptionPrivateProxyAutodiscovery, "dhcp.option.private_proxy_autodiscovery", .stringz,
      "Private use, or URL of the proxy configuration"),
    Field(.dhcpOptionPolicyFilterIp, "dhcp.option.policy_filter.ip", .ipv4, "Address of the filter"),
    Field(.dhcpOptionPolicyFilterSubnetMask, "dhcp.option.policy_filter.subnet_mask", .ipv4, "Mask of the filter"),
    Field(.dhcpOptionStaticRouteIp, "dhcp.option.static_route.ip", .ipv4, "Destination of the route"),
    Field(.dhcpOptionStaticRouteRouter, "dhcp.option.static_route.router", .ipv4, "Router for the destination"),
    Field(.dhcpOptionVendorValue, "dhcp.option.vendor.value", .bytes, "Bytes for the vendor"),
    Field(.dhcpOptionUserClass, "dhcp.option.user_class", .uint8, "User class"),
    Field(.dhcpOptionUserClassLength, "dhcp.option.user_class.length", .uint8, "Length of the user class, in bytes"),
    Field(.dhcpOptionUserClassData, "dhcp.option.user_class.data", .bytes, "Bytes of the user class"),
    Field(.dhcpOptionUserClassText, "dhcp.option.user_class.text", .string, "Text of the user class"),
    Field(
      .dhcpOptionSlpDirectoryAgentValue, "dhcp.option.slp_directory_agent.value", .uint8, "Use of the directory agents",
      values: .dhcpOptionSlpDirectoryAgentValue),
    Field(
      .dhcpOptionSlpDirectoryAgentSlpdaAddress, "dhcp.option.slp_directory_agent.slpda_address", .ipv4,
      "Address of the SLP directory agent"),
    Field(
      .dhcpOptionSlpServiceScopeValue, "dhcp.option.slp_service_scope.value", .uint8, "Use of the scopes",
      values: .dhcpOptionSlpServiceScopeValue),
    Field(.dhcpOptionSlpServiceScopeString, "dhcp.option.slp_service_scope.string", .stringz, "Scopes of SLP"),
    Field(.dhcpFqdnFlags, "dhcp.fqdn.flags", .uint8, "Flags of the client's name", base: .hex),
    Field(.dhcpFqdnMbz, "dhcp.fqdn.mbz", .uint8, "Bits that must be zero", base: .hex, mask: 0xf0),
    Field(
      .dhcpFqdnN, "dhcp.fqdn.n", .boolean, "Server makes no DNS update (N)", bits: 8, mask: 0x8,
      truth: ("Yes", "No")),
    Field(
      .dhcpFqdnE, "dhcp.fqdn.e", .boolean, "Name in the wire format of DNS (E)", bits: 8, mask: 0x4,
      truth: ("Yes", "No")),
    Field(
      .dhcpFqdnO, "dhcp.fqdn.o", .boolean, "Server has overridden S (O)", bits: 8, mask: 0x2, truth: ("Yes", "No")),
    Field(
      .dhcpFqdnS, "dhcp.fqdn.s", .boolean, "Server updates the A record (S)", bits: 8, mask: 0x1, truth: ("Yes", "No")),
    Field(.dhcpFqdnRcode1, "dhcp.fqdn.rcode1", .uint8, "Response code of the A record's update"),
    Field(.dhcpFqdnRcode2, "dhcp.fqdn.rcode2", .uint8, "Response code of the PTR record's update"),
    Field(.dhcpFqdnName, "dhcp.fqdn.name", .string, "Full name of the client"),
    Field(.dhcpOptionNovellDssIp, "dhcp.option.novell_dss.ip", .ipv4, "Address of the directory server"),
    Field(
      .dhcpOptionAgentInformationOptionSuboption, "dhcp.option.agent_information_option.suboption", .uint8,
      "Suboption of the relay agent", values: .dhcpOptionAgentInformationOptionSuboption),
    Field(.dhcpOptionSuboptionLength, "dhcp.option.suboption_length", .uint8, "Length of the suboption, in bytes"),
    Field(
      .dhcpOptionAgentInformationOptionValue, "dhcp.option.agent_information_option.value", .bytes,
      "Bytes of the suboption"),
    Field(
      .dhcpOptionAgentInformationOptionAgentCircuitId, "dhcp.option.agent_information_option.agent_circuit_id", .bytes,
      "Circuit that the request came from"),
    Field(
      .dhcpOptionAgentInformationOptionAgentRemoteId, "dhcp.option.agent_information_option.agent_remote_id", .bytes,
      "Remote end of the circuit"),
    Field(
      .dhcpOptionAgentInformationOptionDocsisDeviceClass, "dhcp.option.agent_information_option.docsis_device_class",
      .uint32, "Device class in DOCSIS", base: .hex),
    Field(
      .dhcpOptionAgentInformationOptionLinkSelection, "dhcp.option.agent_information_option.link_selection", .ipv4,
      "Subnet of the client's link"),
    Field(
      .dhcpOptionAgentInformationOptionSubscriberId, "dhcp.option.agent_information_option.subscriber_id", .stringz,
      "Subscriber"),
    Field(
      .dhcpOptionAgentInformationOptionRadiusAttributes, "dhcp.option.agent_information_option.radius_attributes",
      .bytes, "Attributes from RADIUS"),
    Field(
      .dhcpOptionAgentInformationOptionAuthentication, "dhcp.option.agent_information_option.authentication", .bytes,
      "Authentication of the relay agent"),
    Field(
      .dhcpOptionAgentInformationOptionViEnterprise, "dhcp.option.agent_information_option.vi.enterprise", .uint32,
      "Enterprise number"),
    Field(
      .dhcpOptionAgentInformationOptionViDataLength, "dhcp.option.agent_information_option.vi.data_length", .uint8,
      "Length of the enterprise's data, in bytes"),
    Field(
      .dhcpOptionAgentInformationOptionFlags, "dhcp.option.agent_information_option.flags", .uint8,
      "Flags of the relay agent", base: .hex),
    Field(
      .dhcpOptionAgentInformationOptionServerIdOverride, "dhcp.option.agent_information_option.server_id_override",
      .ipv4, "Server identifier to use"),
    Field(
      .dhcpOptionAgentInformationOptionRelayAgentId, "dhcp.option.agent_information_option.relay_agent_id", .bytes,
      "Identifier of the relay agent"),
    Field(
      .dhcpOptionClientSystemArchitecture, "dhcp.option.client_system_architecture", .uint16,
      "Architecture of the client", values: .dhcpOptionClientSystemArchitecture),
    Field(.dhcpClientNetworkIdMajor, "dhcp.client_network_id_major", .uint8, "UNDI version, major"),
    Field(.dhcpClientNetworkIdMinor, "dhcp.client_network_id_minor", .uint8, "UNDI version, minor"),
    Field(.dhcpOptionCaptivePortal, "dhcp.option.captive_portal", .string, "URI of the captive portal's API"),
    Field(
      .dhcpOptionDhcpNameServiceSearchOption, "dhcp.option.dhcp_name_service_search_option", .stringz,
      "Name service to ask, in order"),
    Field(
      .dhcpOptionDhcpDnsDomainSearchListFqdn, "dhcp.option.dhcp_dns_domain_search_list_fqdn", .stringz,
      "Domain to search in"),
    Field(
      .dhcpOptionSipServerEncoding, "dhcp.option.sip_server.encoding", .uint8, "Kind of the list of SIP servers",
      values: .dhcpOptionSipServerEncoding),
    Field(.dhcpOptionSipServerName, "dhcp.option.sip_server.name", .stringz, "Name of the SIP server"),
    Field(.dhcpOptionSipServerAddress, "dhcp.option.sip_server.address", .ipv4, "Address of the SIP server"),
    Field(
      .dhcpOptionClasslessStaticRoute, "dhcp.option.classless_static_route", .bytes,
      "Route (destination/prefix length-router)"),
    Field(.dhcpOptionViClassEnterprise, "dhcp.option.vi_class.enterprise", .uint32, "Enterprise number"),
    Field(.dhcpOptionViClassLength, "dhcp.option.vi_class.length", .uint8, "Length of the vendor class, in bytes"),
    Field(.dhcpOptionViClassData, "dhcp.option.vi_class.data", .stringz, "Bytes of the vendor class"),
    Field(.dhcpOptionViEnterprise, "dhcp.option.vi.enterprise", .uint32, "Enterprise number"),
    Field(.dhcpOptionViLength, "dhcp.option.vi.length", .uint8, "Length of the vendor's data, in bytes"),
    Field(.dhcpVendorSuboption, "dhcp.vendor.suboption", .uint8, "Suboption of the vendor"),
    Field(.dhcpVendorData, "dhcp.vendor.data", .bytes, "Bytes of the vendor's suboption"),
    Field(
      .dhcpOptionForcerenewNonceAlgorithm, "dhcp.option.forcerenew_nonce.algorithm", .uint8, "Algorithm of the nonce",
      values: .dhcpOptionForcerenewNonceAlgorithm),
    Field(.dhcpOptionRdnssReserved, "dhcp.option.rdnss.reserved", .uint8, "Reserved bits", base: .hex, mask: 0xfc),
    Field(
      .dhcpOptionRdnssPreference, "dhcp.option.rdnss.preference", .uint8, "Preference of the DNS servers", mask: 0x3,
      values: .dhcpOptionRdnssPreference),
    Field(.dhcpOptionRdnssPrimaryDns, "dhcp.option.rdnss.primary_dns", .ipv4, "Address of the first DNS server"),
    Field(.dhcpOptionRdnssSecondaryDns, "dhcp.option.rdnss.secondary_dns", .ipv4, "Address of the second DNS server"),
    Field(.dhcpOptionRdnssDomain, "dhcp.option.rdnss.domain", .string, "Domains and networks that they answer for"),
    Field(
      .dhcpOptionBulkLeaseStatusCode, "dhcp.option.bulk_lease.status_code", .uint8, "Status of the lease query",
      values: .dhcpOptionBulkLeaseStatusCode),
    Field(
      .dhcpOptionBulkLeaseBaseTime, "dhcp.option.bulk_lease.base_time", .absoluteTime,
      "Time at the server when it sent the message"),
    Field(
      .dhcpOptionBulkLeaseQueryStartTime, "dhcp.option.bulk_lease.query_start_time", .absoluteTime,
      "Earliest time of the bindings asked for"),
    Field(
      .dhcpOptionBulkLeaseQueryEndTime, "dhcp.option.bulk_lease.query_end_time", .absoluteTime,
      "Latest time of the bindings asked for"),
    Field(
      .dhcpOptionPortparamsOffset, "dhcp.option.portparams.offset", .uint8, "Offset of the port set identifier, in bits"
    ),
    Field(
      .dhcpOptionPortparamsPsidLength, "dhcp.option.portparams.psid_length", .uint8,
      "Length of the port set identifier, in bits"),
    Field(.dhcpOptionPortparamsPsid, "dhcp.option.portparams.psid", .bytes, "Port set identifier"),
    Field(
      .dhcpOptionDhcpAuthenticationProtocol, "dhcp.option.dhcp_authentication.protocol", .uint8,
      "Authentication protocol",
      values: .dhcpOptionDhcpAuthenticationProtocol),
    Field(
      .dhcpOptionDhcpAuthenticationAlgorithm, "dhcp.option.dhcp_authentication.algorithm", .uint8,
      "Authentication algorithm"),
    Field(
      .dhcpOptionDhcpAuthenticationAlgDelay, "dhcp.option.dhcp_authentication.alg_delay", .uint8,
      "Algorithm of delayed authentication",
      values: .dhcpOptionDhcpAuthenticationAlgDelay),
    Field(
      .dhcpOptionDhcpAuthenticationRdm, "dhcp.option.dhcp_authentication.rdm", .uint8, "Method against replays",
      values: .dhcpOptionDhcpAuthenticationRdm),
    Field(
      .dhcpOptionDhcpAuthenticationRdmReplayDetection, "dhcp.option.dhcp_authentication.rdm_replay_detection", .uint64,
      "Counter against replays", base: .hex),
    Field(
      .dhcpOptionDhcpAuthenticationRdmRdv, "dhcp.option.dhcp_authentication.rdm_rdv", .stringz, "Value against replays"
    ),
    Field(
      .dhcpOptionDhcpAuthenticationSecretId, "dhcp.option.dhcp_authentication.secret_id", .uint32,
      "Identifier of the secret",
      base: .hex),
    Field(
      .dhcpOptionDhcpAuthenticationHmacMd5Hash, "dhcp.option.dhcp_authentication.hmac_md5_hash", .bytes,
      "HMAC-MD5 of the message"
    ),
    Field(
      .dhcpOptionDhcpAuthenticationInformation, "dhcp.option.dhcp_authentication.information", .stringz,
      "Data of the authentication"),
    Field(
      .dhcpOptionCivicLocationWhat, "dhcp.option.civic_location.what", .uint8, "Whose location it is",
      values: .dhcpOptionCivicLocationWhat),
    Field(.dhcpOptionCivicLocationCountry, "dhcp.option.civic_location.country", .stringz, "Country code"),
    Field(
      .dhcpOptionCivicLocationCaType, "dhcp.option.civic_location.ca_type", .uint8, "Type of the address part",
      values: .dhcpOptionCivicLocationCaType),
    Field(
      .dhcpOptionCivicLocationCaLength, "dhcp.option.civic_location.ca_length", .uint8,
      "Length of the address part, in bytes"),
    Field(.dhcpOptionCivicLocationCaValue, "dhcp.option.civic_location.ca_value", .stringz, "Address part"),
    Field(.dhcpClientIdIaid, "dhcp.client_id.iaid", .string, "Identity association of the client (IAID)"),
    Field(
      .dhcpClientIdDuidType, "dhcp.client_id.duid_type", .uint16, "Kind of the DHCP unique identifier",
      values: .dhcpClientIdDuidType),
    Field(.dhcpClientIdUndef, "dhcp.client_id.undef", .string, "Identifier of the client"),
    Field(.dhcpBadLength, "dhcp.bad_length", .none, "The length must be 0"),
  ]
}
