extension FieldTable {
  /// ICMPv6: the fields, with Wireshark's names and types.
  static let icmpv6: [Field] = [
    Field(.icmpv6, "icmpv6", .protocol, "ICMPv6: control messages of IPv6"),
    Field(.icmpv6Type, "icmpv6.type", .uint8, "Message type", values: .icmpv6Type),
    Field(.icmpv6Code, "icmpv6.code", .uint8, "Message code"),
    Field(.icmpv6Checksum, "icmpv6.checksum", .uint16, "Checksum of the message", base: .hex),
    Field(.icmpv6ChecksumStatus, "icmpv6.checksum.status", .uint8, "Check of the checksum", values: .ipChecksumStatus),
    Field(.icmpv6Reserved, "icmpv6.reserved", .bytes, "Reserved bytes"),
    Field(.icmpv6Mtu, "icmpv6.mtu", .uint32, "MTU of the next hop, in bytes"),
    Field(.icmpv6Pointer, "icmpv6.pointer", .uint32, "Offset of the fault, in bytes"),
    Field(.icmpv6EchoIdentifier, "icmpv6.echo.identifier", .uint16, "Echo identifier", base: .hex),
    Field(.icmpv6EchoSequenceNumber, "icmpv6.echo.sequence_number", .uint16, "Echo sequence number"),
    Field(.icmpv6NdRaCurHopLimit, "icmpv6.nd.ra.cur_hop_limit", .uint8, "Hop limit for the hosts"),
    Field(.icmpv6NdRaFlag, "icmpv6.nd.ra.flag", .uint8, "Flags of the router", base: .hex),
    Field(
      .icmpv6NdRaFlagM, "icmpv6.nd.ra.flag.m", .boolean, "Addresses from DHCPv6 (M)", bits: 8, mask: 0x80,
      truth: ("Set", "Not set")),
    Field(
      .icmpv6NdRaFlagO, "icmpv6.nd.ra.flag.o", .boolean, "Other settings from DHCPv6 (O)", bits: 8, mask: 0x40,
      truth: ("Set", "Not set")),
    Field(
      .icmpv6NdRaFlagH, "icmpv6.nd.ra.flag.h", .boolean, "Router is a home agent (H)", bits: 8, mask: 0x20,
      truth: ("Set", "Not set")),
    Field(
      .icmpv6NdRaFlagPrf, "icmpv6.nd.ra.flag.prf", .uint8, "Preference of the router", mask: 0x18,
      values: .icmpv6NdRaFlagPrf),
    Field(
      .icmpv6NdRaFlagP, "icmpv6.nd.ra.flag.p", .boolean, "Sent by a proxy (P)", bits: 8, mask: 0x4,
      truth: ("Set", "Not set")),
    Field(.icmpv6NdRaFlagRsv, "icmpv6.nd.ra.flag.rsv", .uint8, "Reserved bits", mask: 0x3),
    Field(.icmpv6NdRaRouterLifetime, "icmpv6.nd.ra.router_lifetime", .uint16, "Time as a default router, in seconds"),
    Field(
      .icmpv6NdRaReachableTime, "icmpv6.nd.ra.reachable_time", .uint32,
      "Time that a neighbor counts as reachable, in milliseconds"),
    Field(
      .icmpv6NdRaRetransTimer, "icmpv6.nd.ra.retrans_timer", .uint32, "Time between solicitations, in milliseconds"),
    Field(.icmpv6NdNsTargetAddress, "icmpv6.nd.ns.target_address", .ipv6, "Address asked for"),
    Field(.icmpv6NdNaFlag, "icmpv6.nd.na.flag", .uint32, "Flags of the neighbor", base: .hex),
    Field(
      .icmpv6NdNaFlagR, "icmpv6.nd.na.flag.r", .boolean, "Sender is a router (R)", bits: 32, mask: 0x80000000,
      truth: ("Set", "Not set")
    ),
    Field(
      .icmpv6NdNaFlagS, "icmpv6.nd.na.flag.s", .boolean, "Answers a solicitation (S)", bits: 32, mask: 0x40000000,
      truth: ("Set", "Not set")),
    Field(
      .icmpv6NdNaFlagO, "icmpv6.nd.na.flag.o", .boolean, "Replaces the cached address (O)", bits: 32, mask: 0x20000000,
      truth: ("Set", "Not set")),
    Field(.icmpv6NdNaFlagRsv, "icmpv6.nd.na.flag.rsv", .uint32, "Reserved bits", mask: 0x1fffffff),
    Field(.icmpv6NdNaTargetAddress, "icmpv6.nd.na.target_address", .ipv6, "Address that is advertised"),
    Field(.icmpv6NdRdTargetAddress, "icmpv6.nd.rd.target_address", .ipv6, "Better first hop"),
    Field(.icmpv6RdNaDestinationAddress, "icmpv6.rd.na.destination_address", .ipv6, "Destination that is redirected"),
    Field(.icmpv6Opt, "icmpv6.opt", .none, "Neighbor discovery option"),
    Field(.icmpv6OptType, "icmpv6.opt.type", .uint8, "Type of the option", values: .icmpv6OptType),
    Field(.icmpv6OptLength, "icmpv6.opt.length", .uint8, "Length of the option, in units of 8 bytes"),
    Field(.icmpv6OptReserved, "icmpv6.opt.reserved", .none, "Reserved bytes"),
    Field(.icmpv6OptLinkaddr, "icmpv6.opt.linkaddr", .bytes, "Link address"),
    Field(.icmpv6OptSrcLinkaddr, "icmpv6.opt.src_linkaddr", .bytes, "Link address of the sender"),
    Field(.icmpv6OptTargetLinkaddr, "icmpv6.opt.target_linkaddr", .bytes, "Link address of the target"),
    Field(.icmpv6OptPrefixLength, "icmpv6.opt.prefix.length", .uint8, "Length of the prefix, in bits"),
    Field(.icmpv6OptPrefixFlag, "icmpv6.opt.prefix.flag", .uint8, "Flags of the prefix", base: .hex),
    Field(
      .icmpv6OptPrefixFlagL, "icmpv6.opt.prefix.flag.l", .boolean, "Prefix is on the link (L)", bits: 8, mask: 0x80,
      truth: ("Set", "Not set")),
    Field(
      .icmpv6OptPrefixFlagA, "icmpv6.opt.prefix.flag.a", .boolean, "For addresses that hosts choose themselves (A)",
      bits: 8,
      mask: 0x40, truth: ("Set", "Not set")),
    Field(
      .icmpv6OptPrefixFlagR, "icmpv6.opt.prefix.flag.r", .boolean, "Has the router's own address (R)", bits: 8,
      mask: 0x20,
      truth: ("Set", "Not set")),
    Field(.icmpv6OptPrefixFlagReserved, "icmpv6.opt.prefix.flag.reserved", .uint8, "Reserved bits", mask: 0x1f),
    Field(.icmpv6OptRouteInfoFlag, "icmpv6.opt.route_info.flag", .uint8, "Flags of the route", base: .hex),
    Field(
      .icmpv6OptRouteInfoFlagRoutePreference, "icmpv6.opt.route_info.flag.route_preference", .uint8,
      "Preference of the route", mask: 0x18, values: .icmpv6NdRaFlagPrf),
    Field(.icmpv6OptRouteInfoFlagReserved, "icmpv6.opt.route_info.flag.reserved", .uint8, "Reserved bits", mask: 0xe7),
    Field(.icmpv6OptRouteLifetime, "icmpv6.opt.route_lifetime", .uint32, "Time that the route is valid, in seconds"),
    Field(.icmpv6OptHomeAgentPreference, "icmpv6.opt.home_agent_preference", .uint16, "Preference of the home agent"),
    Field(.icmpv6OptHomeAgentLifetime, "icmpv6.opt.home_agent_lifetime", .uint16, "Time as a home agent, in seconds"),
    Field(
      .icmpv6OptPrefixValidLifetime, "icmpv6.opt.prefix.valid_lifetime", .uint32,
      "Time that the prefix is valid, in seconds",
      values: .icmpv6OptPrefixValidLifetime),
    Field(
      .icmpv6OptPrefixPreferredLifetime, "icmpv6.opt.prefix.preferred_lifetime", .uint32,
      "Time that its addresses are preferred, in seconds",
      values: .icmpv6OptPrefixValidLifetime),
    Field(.icmpv6OptPrefix, "icmpv6.opt.prefix", .ipv6, "Address prefix"),
    Field(.icmpv6OptMtu, "icmpv6.opt.mtu", .uint32, "MTU of the link, in bytes"),
    Field(.icmpv6OptNonce, "icmpv6.opt.nonce", .bytes, "Nonce of the solicitation"),
    Field(
      .icmpv6OptRdnssLifetime, "icmpv6.opt.rdnss.lifetime", .uint32, "Time that the servers may be used, in seconds",
      values: .icmpv6OptRdnssLifetime),
    Field(.icmpv6OptRdnss, "icmpv6.opt.rdnss", .ipv6, "Address of the DNS server"),
    Field(
      .icmpv6OptDnsslLifetime, "icmpv6.opt.dnssl.lifetime", .uint32, "Time that the domains may be used, in seconds",
      values: .icmpv6OptDnsslLifetime),
    Field(.icmpv6OptDnssl, "icmpv6.opt.dnssl", .string, "Domain to search in"),
    Field(
      .icmpv6OptAdvertisementInterval, "icmpv6.opt.advertisement_interval", .uint32,
      "Longest time between advertisements, in milliseconds"),
    Field(
      .icmpv6MldMaximumResponseDelay, "icmpv6.mld.maximum_response_delay", .uint16,
      "Longest delay of a report, in milliseconds"),
    Field(.icmpv6MldMulticastAddress, "icmpv6.mld.multicast_address", .ipv6, "Group address"),
    Field(
      .icmpv6MldMaximumResponseCode, "icmpv6.mld.maximum_response_code", .uint16, "Longest delay of a report, as a code"
    ),
    Field(.icmpv6MldFlag, "icmpv6.mld.flag", .uint8, "Flags of the query", base: .hex),
    Field(.icmpv6MldFlagS, "icmpv6.mld.flag.s", .boolean, "Routers keep their timers (S)", bits: 8, mask: 0x8),
    Field(.icmpv6MldFlagQrv, "icmpv6.mld.flag.qrv", .uint8, "Robustness of the querier (QRV)", mask: 0x7),
    Field(.icmpv6MldFlagReserved, "icmpv6.mld.flag.reserved", .uint8, "Reserved bits", mask: 0xf0),
    Field(.icmpv6MldQqi, "icmpv6.mld.qqi", .uint8, "Time between queries, as a code (QQIC)"),
    Field(.icmpv6MldNbSources, "icmpv6.mld.nb_sources", .uint16, "Sources in the query"),
    Field(.icmpv6MldSourceAddress, "icmpv6.mld.source_address", .ipv6, "Address of the source"),
    Field(.icmpv6MldrNbMcastRecords, "icmpv6.mldr.nb_mcast_records", .uint16, "Group records in the report"),
    Field(.icmpv6MldrMar, "icmpv6.mldr.mar", .none, "Group record"),
    Field(
      .icmpv6MldrMarRecordType, "icmpv6.mldr.mar.record_type", .uint8, "Kind of the record",
      values: .icmpv6MldrMarRecordType),
    Field(.icmpv6MldrMarAuxDataLen, "icmpv6.mldr.mar.aux_data_len", .uint8, "Words of auxiliary data"),
    Field(.icmpv6MldrMarNbSources, "icmpv6.mldr.mar.nb_sources", .uint16, "Sources in the record"),
    Field(.icmpv6MldrMarMulticastAddress, "icmpv6.mldr.mar.multicast_address", .ipv6, "Group address"),
    Field(.icmpv6MldrMarSourceAddress, "icmpv6.mldr.mar.source_address", .ipv6, "Address of the source"),
    Field(.icmpv6MldrMarAuxiliaryData, "icmpv6.mldr.mar.auxiliary_data", .bytes, "Bytes of auxiliary data"),
    Field(.icmpv6RespTo, "icmpv6.resp_to", .frameNumber, "Request is in packet"),
    Field(.icmpv6Resptime, "icmpv6.resptime", .double, "Time from the request to this reply, in milliseconds"),
    Field(.icmpv6RespIn, "icmpv6.resp_in", .frameNumber, "Reply is in packet"),
  ]
}
