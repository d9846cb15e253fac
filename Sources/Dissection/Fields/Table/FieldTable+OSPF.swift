extension FieldTable {
  /// OSPF: the fields, with Wireshark's names and types.
  static let ospf: [Field] = [
    Field(.ospf, "ospf", .protocol, "OSPF: routing within a network"),
    Field(.ospfHeader, "ospf.header", .none, "Common header"),
    Field(.ospfVersion, "ospf.version", .uint8, "Version of OSPF"),
    Field(.ospfMsg, "ospf.msg", .uint8, "Packet type", values: .ospfMsg),
    Field(.ospfPacketLength, "ospf.packet_length", .uint16, "Length of the packet, in bytes"),
    Field(.ospfSrcrouter, "ospf.srcrouter", .ipv4, "Router that sent it"),
    Field(.ospfAreaId, "ospf.area_id", .ipv4, "Area"),
    Field(.ospfChecksum, "ospf.checksum", .uint16, "Checksum of the packet", base: .hex),
    Field(.ospfAuthType, "ospf.auth.type", .uint16, "Kind of authentication", values: .ospfAuthType),
    Field(.ospfAuthCryptKeyId, "ospf.auth.crypt.key_id", .uint8, "Identifier of the authentication key"),
    Field(
      .ospfAuthCryptDataLength, "ospf.auth.crypt.data_length", .uint8, "Length of the authentication data, in bytes"),
    Field(.ospfAuthCryptSeqNbr, "ospf.auth.crypt.seq_nbr", .uint32, "Sequence number against replays"),
    Field(.ospfAuthCryptData, "ospf.auth.crypt.data", .bytes, "Digest of the packet"),
    Field(.ospfInstanceId, "ospf.instance_id", .uint8, "Instance of OSPF on the link"),
    Field(.ospfReserved, "ospf.reserved", .bytes, "Reserved byte"),
    Field(.ospfMsgHello, "ospf.msg.hello", .boolean, "Is a Hello"),
    Field(.ospfMsgDbdesc, "ospf.msg.dbdesc", .boolean, "Describes the database"),
    Field(.ospfMsgLsreq, "ospf.msg.lsreq", .boolean, "Asks for link states"),
    Field(.ospfMsgLsupdate, "ospf.msg.lsupdate", .boolean, "Updates link states"),
    Field(.ospfMsgLsack, "ospf.msg.lsack", .boolean, "Acknowledges link states"),
    Field(.ospfHello, "ospf.hello", .none, "Hello"),
    Field(.ospfHelloNetworkMask, "ospf.hello.network_mask", .ipv4, "Mask of the network"),
    Field(.ospfHelloInterfaceId, "ospf.hello.interface_id", .uint32, "Interface of the router"),
    Field(.ospfHelloHelloInterval, "ospf.hello.hello_interval", .uint32, "Time between Hellos, in seconds"),
    Field(.ospfHelloRouterPriority, "ospf.hello.router_priority", .uint8, "Priority as designated router"),
    Field(
      .ospfHelloRouterDeadInterval, "ospf.hello.router_dead_interval", .uint32,
      "Silence until a router counts as down, in seconds"),
    Field(.ospfHelloDesignatedRouter, "ospf.hello.designated_router", .ipv4, "Router that is designated"),
    Field(
      .ospfHelloBackupDesignatedRouter, "ospf.hello.backup_designated_router", .ipv4, "Router that is designated next"),
    Field(.ospfHelloActiveNeighbor, "ospf.hello.active_neighbor", .ipv4, "Neighbor that was heard"),
    Field(.ospfReservedNotZero, "ospf.reserved.not_zero", .none, "It must be 0"),
  ]
}
