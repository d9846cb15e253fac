extension FieldTable {
  /// Options of DHCP: the fields and their Wireshark definitions.
  static let dhcpOptions: [Field] = [
    Field(.dhcpOptionTimeOffset, "dhcp.option.time_offset", .int32, "Time Offset"),
    Field(.dhcpOptionTimeServer, "dhcp.option.time_server", .ipv4, "Time Server"),
    Field(.dhcpOptionNameServer, "dhcp.option.name_server", .ipv4, "Name Server"),
    Field(.dhcpOptionLogServer, "dhcp.option.log_server", .ipv4, "Log Server"),
    Field(.dhcpOptionQuotesServer, "dhcp.option.quotes_server", .ipv4, "Quotes Server"),
    Field(.dhcpOptionLprServer, "dhcp.option.lpr_server", .ipv4, "LPR Server"),
    Field(.dhcpOptionImpressServer, "dhcp.option.impress_server", .ipv4, "Impress Server"),
    Field(.dhcpOptionResourceLocationServer, "dhcp.option.resource_location_server", .ipv4, "Resource Location Server"),
    Field(.dhcpOptionBootFileSize, "dhcp.option.boot_file_size", .uint16, "Boot File Size"),
    Field(.dhcpOptionMeritDumpFile, "dhcp.option.merit_dump_file", .stringz, "Merit Dump File"),
    Field(.dhcpOptionSwapServer, "dhcp.option.swap_server", .ipv4, "Swap Server"),
    Field(.dhcpOptionRootPath, "dhcp.option.root_path", .stringz, "Root Path"),
    Field(.dhcpOptionExtensionPath, "dhcp.option.extension_path", .stringz, "Extensions Path"),
    Field(
      .dhcpOptionIpForwarding, "dhcp.option.ip_forwarding", .boolean, "IP Forwarding", truth: ("Enabled", "Disabled")),
    Field(
      .dhcpOptionNonLocalSourceRouting, "dhcp.option.non_local_source_routing", .boolean, "Non-Local Source Routing",
      truth: ("Enabled", "Disabled")),
    Field(
      .dhcpOptionMaxDatagramReassemblySize, "dhcp.option.max_datagram_reassembly_size", .uint16,
      "Maximum Datagram Reassembly Size"),
    Field(.dhcpOptionDefaultIpTtl, "dhcp.option.default_ip_ttl", .uint8, "Default IP Time-to-Live"),
    Field(.dhcpOptionPathMtuAgingTimeout, "dhcp.option.path_mtu_aging_timeout", .uint32, "Path MTU Aging Timeout"),
    Field(
      .dhcpOptionPathMtuPlateauTableItem, "dhcp.option.path_mtu_plateau_table_item", .uint16,
      "Path MTU Plateau Table Item"),
    Field(
      .dhcpOptionAllSubnetsAreLocal, "dhcp.option.all_subnets_are_local", .boolean, "All Subnets are Local",
      truth: ("Yes", "No")),
    Field(
      .dhcpOptionPerformMaskDiscovery, "dhcp.option.perform_mask_discovery", .boolean, "Perform Mask Discovery",
      truth: ("Enabled", "Disabled")),
    Field(.dhcpOptionMaskSupplier, "dhcp.option.mask_supplier", .boolean, "Mask Supplier", truth: ("Yes", "No")),
    Field(
      .dhcpOptionPerformRouterDiscover, "dhcp.option.perform_router_discover", .boolean, "Perform Router Discover",
      truth: ("Enabled", "Disabled")),
    Field(
      .dhcpOptionRouterSolicitationAddress, "dhcp.option.router_solicitation_address", .ipv4,
      "Router Solicitation Address"),
    Field(
      .dhcpOptionTrailerEncapsulation, "dhcp.option.trailer_encapsulation", .boolean, "Trailer Encapsulation",
      truth: ("Enabled", "Disabled")),
    Field(.dhcpOptionArpCacheTimeout, "dhcp.option.arp_cache_timeout", .uint32, "ARP Cache Timeout"),
    Field(
      .dhcpOptionEthernetEncapsulation, "dhcp.option.ethernet_encapsulation", .boolean, "Ethernet Encapsulation",
      truth: ("Enabled", "Disabled")),
    Field(.dhcpOptionTcpDefaultTtl, "dhcp.option.tcp_default_ttl", .uint8, "TCP Default TTL"),
    Field(.dhcpOptionTcpKeepaliveInterval, "dhcp.option.tcp_keepalive_interval", .uint32, "TCP Keepalive Interval"),
    Field(
      .dhcpOptionTcpKeepaliveGarbage, "dhcp.option.tcp_keepalive_garbage", .boolean, "TCP Keepalive Garbage",
      truth: ("Enabled", "Disabled")),
    Field(.dhcpOptionNisDomain, "dhcp.option.nis_domain", .stringz, "Network Information Service Domain"),
    Field(.dhcpOptionNisServer, "dhcp.option.nis_server", .ipv4, "Network Information Service Server"),
    Field(
      .dhcpOptionNetbiosOverTcpipNameServer, "dhcp.option.netbios_over_tcpip_name_server", .ipv4,
      "NetBIOS over TCP/IP Name Server"),
    Field(
      .dhcpOptionNetbiosOverTcpipDdNameServer, "dhcp.option.netbios_over_tcpip_dd_name_server", .ipv4,
      "NetBIOS over TCP/IP Datagram Distribution Name Server"),
    Field(
      .dhcpOptionNetbiosOverTcpipNodeType, "dhcp.option.netbios_over_tcpip_node_type", .uint8,
      "NetBIOS over TCP/IP Node Type", values: .dhcpOptionNetbiosOverTcpipNodeType),
    Field(
      .dhcpOptionNetbiosOverTcpipScope, "dhcp.option.netbios_over_tcpip_scope", .stringz, "NetBIOS over TCP/IP Scope"),
    Field(
      .dhcpOptionXwindowsSystemFontServer, "dhcp.option.xwindows_system_font_server", .ipv4,
      "X Window System Font Server"),
    Field(
      .dhcpOptionXwindowsSystemDisplayManager, "dhcp.option.xwindows_system_display_manager", .ipv4,
      "X Window System Display Manager"),
    Field(
      .dhcpOptionOptionOverload, "dhcp.option.option_overload", .uint8, "Option Overload",
      values: .dhcpOptionOptionOverload),
    Field(
      .dhcpOptionNovellNetwareIpDomain, "dhcp.option.novell_netware_ip_domain", .stringz, "Novell/Netware IP domain"),
    Field(.dhcpOptionNisPlusDomain, "dhcp.option.nis_plus_domain", .stringz, "Network Information Service+ Domain"),
    Field(.dhcpOptionNisPlusServer, "dhcp.option.nis_plus_server", .ipv4, "Network Information Service+ Server"),
    Field(.dhcpOptionTftpServerName, "dhcp.option.tftp_server_name", .stringz, "TFTP Server Name"),
    Field(.dhcpOptionBootfileName, "dhcp.option.bootfile_name", .stringz, "Bootfile name"),
    Field(.dhcpOptionMobileIpHomeAgent, "dhcp.option.mobile_ip_home_agent", .ipv4, "Mobile IP Home Agent"),
    Field(.dhcpOptionSmtpServer, "dhcp.option.smtp_server", .ipv4, "SMTP Server"),
    Field(.dhcpOptionPop3Server, "dhcp.option.pop3_server", .ipv4, "POP3 Server"),
    Field(.dhcpOptionNntpServer, "dhcp.option.nntp_server", .ipv4, "NNTP Server"),
    Field(.dhcpOptionDefaultWwwServer, "dhcp.option.default_www_server", .ipv4, "Default WWW Server"),
    Field(.dhcpOptionDefaultFingerServer, "dhcp.option.default_finger_server", .ipv4, "Default Finger Server"),
    Field(.dhcpOptionDefaultIrcServer, "dhcp.option.default_irc_server", .ipv4, "Default IRC Server"),
    Field(.dhcpOptionStreettalkServer, "dhcp.option.streettalk_server", .ipv4, "StreetTalk Server"),
    Field(
      .dhcpOptionStreettalkDaServer, "dhcp.option.streettalk_da_server", .ipv4, "StreetTalk Directory Assistance Server"
    ),
    Field(
      .dhcpOptionNovellDsTreeName, "dhcp.option.novell_ds_tree_name", .stringz, "Novell Directory Services Tree Name"),
    Field(.dhcpOptionNovellDsContext, "dhcp.option.novell_ds_context", .stringz, "Novell Directory Services Context"),
    Field(
      .dhcpOptionClientLastTransactionTime, "dhcp.option.client_last_transaction_time", .uint32,
      "Client last transaction time"),
    Field(.dhcpOptionAssociatedIpOption, "dhcp.option.associated_ip_option", .ipv4, "Associated IP option"),
    Field(.dhcpOptionTzPcode, "dhcp.option.tz_pcode", .string, "TZ PCode"),
    Field(.dhcpOptionTzTcode, "dhcp.option.tz_tcode", .string, "TZ TCode"),
    Field(
      .dhcpOptionNetinfoParentServerAddress, "dhcp.option.netinfo_parent_server_address", .ipv4,
      "NetInfo Parent Server Address"),
    Field(
      .dhcpOptionNetinfoParentServerTag, "dhcp.option.netinfo_parent_server_tag", .stringz, "NetInfo Parent Server Tag"),
    Field(
      .dhcpOptionDhcpAutoConfiguration, "dhcp.option.dhcp_auto_configuration", .uint8, "DHCP Auto-Configuration",
      values: .dhcpOptionDhcpAutoConfiguration),
    Field(.dhcpOptionSubnetSelectionOption, "dhcp.option.subnet_selection_option", .ipv4, "Subnet Selection Option"),
    Field(.dhcpOptionPanaAgent, "dhcp.option.pana_agent", .ipv4, "PAA IPv4 Address"),
    Field(.dhcpOptionLostServerDomainName, "dhcp.option.lost_server_domain_name", .stringz, "LoST Server Domain Name"),
    Field(
      .dhcpOptionCapwapAccessController, "dhcp.option.capwap_access_controller", .ipv4, "CAPWAP Access Controllers"),
    Field(.dhcpOptionAndsfServer, "dhcp.option.andsf_server", .ipv4, "ANDSF Server"),
    Field(.dhcpOptionTftpServerAddress, "dhcp.option.tftp_server_address", .ipv4, "TFTP Server Address"),
    Field(
      .dhcpOptionBulkLeaseStartTimeOfState, "dhcp.option.bulk_lease.start_time_of_state", .uint32, "Start Time Of State"
    ),
    Field(
      .dhcpOptionBulkLeaseDhcpState, "dhcp.option.bulk_lease.dhcp_state", .uint8, "Dhcp State",
      values: .dhcpOptionBulkLeaseDhcpState),
    Field(
      .dhcpOptionBulkLeaseDataSource, "dhcp.option.bulk_lease.data_source", .boolean, "Data Source",
      truth: ("Remote", "Local")),
    Field(.dhcpOptionMudurl, "dhcp.option.mudurl", .string, "MUDURL"),
    Field(.dhcpOptionPxeConfigFile, "dhcp.option.pxe_config_file", .string, "PXELINUX configuration file"),
    Field(.dhcpOptionPxePathPrefix, "dhcp.option.pxe_path_prefix", .string, "PXELINUX path prefix"),
    Field(
      .dhcpOptionPrivateProxyAutodiscovery, "dhcp.option.private_proxy_autodiscovery", .stringz,
      "Private/Proxy autodiscovery"),
    Field(.dhcpOptionPolicyFilterIp, "dhcp.option.policy_filter.ip", .ipv4, "IP Address"),
    Field(.dhcpOptionPolicyFilterSubnetMask, "dhcp.option.policy_filter.subnet_mask", .ipv4, "Subnet Mask"),
    Field(.dhcpOptionStaticRouteIp, "dhcp.option.static_route.ip", .ipv4, "Destination IP Address"),
    Field(.dhcpOptionStaticRouteRouter, "dhcp.option.static_route.router", .ipv4, "Destination Router"),
    Field(.dhcpOptionVendorValue, "dhcp.option.vendor.value", .bytes, "Value"),
    Field(.dhcpOptionUserClass, "dhcp.option.user_class", .uint8, "Instance of User Class"),
    Field(.dhcpOptionUserClassLength, "dhcp.option.user_class.length", .uint8, "User Class Length"),
    Field(.dhcpOptionUserClassData, "dhcp.option.user_class.data", .bytes, "User Class Data"),
    Field(.dhcpOptionUserClassText, "dhcp.option.user_class.text", .string, "User Class Data (Text)"),
    Field(
      .dhcpOptionSlpDirectoryAgentValue, "dhcp.option.slp_directory_agent.value", .uint8, "Value",
      values: .dhcpOptionSlpDirectoryAgentValue),
    Field(
      .dhcpOptionSlpDirectoryAgentSlpdaAddress, "dhcp.option.slp_directory_agent.slpda_address", .ipv4, "IP Address"),
    Field(
      .dhcpOptionSlpServiceScopeValue, "dhcp.option.slp_service_scope.value", .uint8, "Value",
      values: .dhcpOptionSlpServiceScopeValue),
    Field(.dhcpOptionSlpServiceScopeString, "dhcp.option.slp_service_scope.string", .stringz, "SLP Service Scope"),
    Field(.dhcpFqdnFlags, "dhcp.fqdn.flags", .uint8, "Flags", base: .hex),
    Field(.dhcpFqdnMbz, "dhcp.fqdn.mbz", .uint8, "Reserved flags", base: .hex, mask: 0xf0),
    Field(
      .dhcpFqdnN, "dhcp.fqdn.n", .boolean, "Server DDNS", bits: 8, mask: 0x8,
      truth: ("No server updates", "Some server updates")),
    Field(
      .dhcpFqdnE, "dhcp.fqdn.e", .boolean, "Encoding", bits: 8, mask: 0x4, truth: ("Binary encoding", "ASCII encoding")),
    Field(
      .dhcpFqdnO, "dhcp.fqdn.o", .boolean, "Server overrides", bits: 8, mask: 0x2, truth: ("Override", "No override")),
    Field(.dhcpFqdnS, "dhcp.fqdn.s", .boolean, "Server", bits: 8, mask: 0x1, truth: ("Server", "Client")),
    Field(.dhcpFqdnRcode1, "dhcp.fqdn.rcode1", .uint8, "A-RR result"),
    Field(.dhcpFqdnRcode2, "dhcp.fqdn.rcode2", .uint8, "PTR-RR result"),
    Field(.dhcpFqdnName, "dhcp.fqdn.name", .string, "Client name"),
    Field(.dhcpOptionNovellDssIp, "dhcp.option.novell_dss.ip", .ipv4, "IP Address"),
    Field(
      .dhcpOptionAgentInformationOptionSuboption, "dhcp.option.agent_information_option.suboption", .uint8,
      "Option 82 Suboption", values: .dhcpOptionAgentInformationOptionSuboption),
    Field(.dhcpOptionSuboptionLength, "dhcp.option.suboption_length", .uint8, "Length"),
    Field(.dhcpOptionAgentInformationOptionValue, "dhcp.option.agent_information_option.value", .bytes, "Value"),
    Field(
      .dhcpOptionAgentInformationOptionAgentCircuitId, "dhcp.option.agent_information_option.agent_circuit_id", .bytes,
      "Agent Circuit ID"),
    Field(
      .dhcpOptionAgentInformationOptionAgentRemoteId, "dhcp.option.agent_information_option.agent_remote_id", .bytes,
      "Agent Remote ID"),
    Field(
      .dhcpOptionAgentInformationOptionDocsisDeviceClass, "dhcp.option.agent_information_option.docsis_device_class",
      .uint32, "DOCSIS Device Class", base: .hex),
    Field(
      .dhcpOptionAgentInformationOptionLinkSelection, "dhcp.option.agent_information_option.link_selection", .ipv4,
      "Link selection"),
    Field(
      .dhcpOptionAgentInformationOptionSubscriberId, "dhcp.option.agent_information_option.subscriber_id", .stringz,
      "Subscriber ID"),
    Field(
      .dhcpOptionAgentInformationOptionRadiusAttributes, "dhcp.option.agent_information_option.radius_attributes",
      .bytes, "RADIUS Attributes"),
    Field(
      .dhcpOptionAgentInformationOptionAuthentication, "dhcp.option.agent_information_option.authentication", .bytes,
      "Authentication"),
    Field(
      .dhcpOptionAgentInformationOptionViEnterprise, "dhcp.option.agent_information_option.vi.enterprise", .uint32,
      "Enterprise"),
    Field(
      .dhcpOptionAgentInformationOptionViDataLength, "dhcp.option.agent_information_option.vi.data_length", .uint8,
      "Data Length"),
    Field(
      .dhcpOptionAgentInformationOptionFlags, "dhcp.option.agent_information_option.flags", .uint8, "Flags", base: .hex),
    Field(
      .dhcpOptionAgentInformationOptionServerIdOverride, "dhcp.option.agent_information_option.server_id_override",
      .ipv4, "Server ID Override"),
    Field(
      .dhcpOptionAgentInformationOptionRelayAgentId, "dhcp.option.agent_information_option.relay_agent_id", .bytes,
      "Relay Agent Identifier"),
    Field(
      .dhcpOptionClientSystemArchitecture, "dhcp.option.client_system_architecture", .uint16,
      "Client System Architecture", values: .dhcpOptionClientSystemArchitecture),
    Field(.dhcpClientNetworkIdMajor, "dhcp.client_network_id_major", .uint8, "Major Version"),
    Field(.dhcpClientNetworkIdMinor, "dhcp.client_network_id_minor", .uint8, "Minor Version"),
    Field(.dhcpOptionCaptivePortal, "dhcp.option.captive_portal", .string, "Captive Portal"),
    Field(
      .dhcpOptionDhcpNameServiceSearchOption, "dhcp.option.dhcp_name_service_search_option", .stringz, "Name Service"),
    Field(.dhcpOptionDhcpDnsDomainSearchListFqdn, "dhcp.option.dhcp_dns_domain_search_list_fqdn", .stringz, "FQDN"),
    Field(
      .dhcpOptionSipServerEncoding, "dhcp.option.sip_server.encoding", .uint8, "SIP Server Encoding",
      values: .dhcpOptionSipServerEncoding),
    Field(.dhcpOptionSipServerName, "dhcp.option.sip_server.name", .stringz, "SIP Server Name"),
    Field(.dhcpOptionSipServerAddress, "dhcp.option.sip_server.address", .ipv4, "SIP Server Address"),
    Field(.dhcpOptionClasslessStaticRoute, "dhcp.option.classless_static_route", .bytes, "Subnet/MaskWidth-Router"),
    Field(.dhcpOptionViClassEnterprise, "dhcp.option.vi_class.enterprise", .uint32, "Enterprise"),
    Field(.dhcpOptionViClassLength, "dhcp.option.vi_class.length", .uint8, "CableLab Address Mode"),
    Field(.dhcpOptionViClassData, "dhcp.option.vi_class.data", .stringz, "NetInfo Parent Server Tag"),
    Field(.dhcpOptionViEnterprise, "dhcp.option.vi.enterprise", .uint32, "Enterprise"),
    Field(.dhcpOptionViLength, "dhcp.option.vi.length", .uint8, "Length"),
    Field(.dhcpVendorSuboption, "dhcp.vendor.suboption", .uint8, "Option 125 Suboption"),
    Field(.dhcpVendorData, "dhcp.vendor.data", .bytes, "Data"),
    Field(
      .dhcpOptionForcerenewNonceAlgorithm, "dhcp.option.forcerenew_nonce.algorithm", .uint8, "Algorithm",
      values: .dhcpOptionForcerenewNonceAlgorithm),
    Field(.dhcpOptionRdnssReserved, "dhcp.option.rdnss.reserved", .uint8, "Reserved", base: .hex, mask: 0xfc),
    Field(
      .dhcpOptionRdnssPreference, "dhcp.option.rdnss.preference", .uint8, "Preference", mask: 0x3,
      values: .dhcpOptionRdnssPreference),
    Field(.dhcpOptionRdnssPrimaryDns, "dhcp.option.rdnss.primary_dns", .ipv4, "Primary DNS"),
    Field(.dhcpOptionRdnssSecondaryDns, "dhcp.option.rdnss.secondary_dns", .ipv4, "Secondary DNS"),
    Field(.dhcpOptionRdnssDomain, "dhcp.option.rdnss.domain", .string, "Domains and networks"),
    Field(
      .dhcpOptionBulkLeaseStatusCode, "dhcp.option.bulk_lease.status_code", .uint8, "Status Code",
      values: .dhcpOptionBulkLeaseStatusCode),
    Field(.dhcpOptionBulkLeaseBaseTime, "dhcp.option.bulk_lease.base_time", .absoluteTime, "Base Time"),
    Field(
      .dhcpOptionBulkLeaseQueryStartTime, "dhcp.option.bulk_lease.query_start_time", .absoluteTime, "Query Start Time"),
    Field(.dhcpOptionBulkLeaseQueryEndTime, "dhcp.option.bulk_lease.query_end_time", .absoluteTime, "Query End Time"),
    Field(.dhcpOptionPortparamsOffset, "dhcp.option.portparams.offset", .uint8, "Offset"),
    Field(.dhcpOptionPortparamsPsidLength, "dhcp.option.portparams.psid_length", .uint8, "PSID-Length"),
    Field(.dhcpOptionPortparamsPsid, "dhcp.option.portparams.psid", .bytes, "PSID"),
    Field(
      .dhcpOptionDhcpAuthenticationProtocol, "dhcp.option.dhcp_authentication.protocol", .uint8, "Protocol",
      values: .dhcpOptionDhcpAuthenticationProtocol),
    Field(.dhcpOptionDhcpAuthenticationAlgorithm, "dhcp.option.dhcp_authentication.algorithm", .uint8, "Algorithm"),
    Field(
      .dhcpOptionDhcpAuthenticationAlgDelay, "dhcp.option.dhcp_authentication.alg_delay", .uint8, "Delay Algorithm",
      values: .dhcpOptionDhcpAuthenticationAlgDelay),
    Field(
      .dhcpOptionDhcpAuthenticationRdm, "dhcp.option.dhcp_authentication.rdm", .uint8, "Replay Detection Method",
      values: .dhcpOptionDhcpAuthenticationRdm),
    Field(
      .dhcpOptionDhcpAuthenticationRdmReplayDetection, "dhcp.option.dhcp_authentication.rdm_replay_detection", .uint64,
      "RDM Replay Detection Value", base: .hex),
    Field(
      .dhcpOptionDhcpAuthenticationRdmRdv, "dhcp.option.dhcp_authentication.rdm_rdv", .stringz, "Replay Detection Value"
    ),
    Field(
      .dhcpOptionDhcpAuthenticationSecretId, "dhcp.option.dhcp_authentication.secret_id", .uint32, "Secret ID",
      base: .hex),
    Field(
      .dhcpOptionDhcpAuthenticationHmacMd5Hash, "dhcp.option.dhcp_authentication.hmac_md5_hash", .bytes, "HMAC MD5 Hash"
    ),
    Field(
      .dhcpOptionDhcpAuthenticationInformation, "dhcp.option.dhcp_authentication.information", .stringz,
      "Authentication Information"),
    Field(
      .dhcpOptionCivicLocationWhat, "dhcp.option.civic_location.what", .uint8, "What",
      values: .dhcpOptionCivicLocationWhat),
    Field(.dhcpOptionCivicLocationCountry, "dhcp.option.civic_location.country", .stringz, "Country"),
    Field(
      .dhcpOptionCivicLocationCaType, "dhcp.option.civic_location.ca_type", .uint8, "CA Type",
      values: .dhcpOptionCivicLocationCaType),
    Field(.dhcpOptionCivicLocationCaLength, "dhcp.option.civic_location.ca_length", .uint8, "CA Length"),
    Field(.dhcpOptionCivicLocationCaValue, "dhcp.option.civic_location.ca_value", .stringz, "CA Value"),
    Field(.dhcpClientIdIaid, "dhcp.client_id.iaid", .string, "IAID"),
    Field(.dhcpClientIdDuidType, "dhcp.client_id.duid_type", .uint16, "DUID Type", values: .dhcpClientIdDuidType),
    Field(.dhcpClientIdUndef, "dhcp.client_id.undef", .string, "Client Identifier"),
    Field(.dhcpBadLength, "dhcp.bad_length", .none, "length isn't 0"),
  ]
}
