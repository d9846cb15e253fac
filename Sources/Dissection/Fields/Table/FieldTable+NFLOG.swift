extension FieldTable {
  /// NFLOG: the fields, with Wireshark's names and types.
  static let nflog: [Field] = [
    Field(.nflog, "nflog", .protocol, "NFLOG: packets logged by netfilter"),
    Field(.nflogFamily, "nflog.family", .uint8, "Address family", values: .nflogFamily),
    Field(.nflogVersion, "nflog.version", .uint8, "Version of NFLOG"),
    Field(.nflogResId, "nflog.res_id", .uint16, "Group of the log"),
    Field(.nflogTlv, "nflog.tlv", .bytes, "Attribute"),
    Field(.nflogTlvLength, "nflog.tlv_length", .uint16, "Length of the attribute, in bytes"),
    Field(.nflogTlvType, "nflog.tlv_type", .uint16, "Kind of the attribute", mask: 0x7fff, values: .nflogTlvType),
    Field(.nflogProtocol, "nflog.protocol", .uint16, "EtherType", base: .hex, values: .ethType),
    Field(.nflogHook, "nflog.hook", .uint8, "Hook of netfilter", values: .nflogHook),
    Field(.nflogIfindexIndev, "nflog.ifindex_indev", .uint32, "Index of the interface that it came in by"),
    Field(.nflogIfindexOutdev, "nflog.ifindex_outdev", .uint32, "Index of the interface that it goes out by"),
    Field(.nflogIfindexPhysindev, "nflog.ifindex_physindev", .uint32, "Index of the bridge port that it came in by"),
    Field(.nflogIfindexPhysoutdev, "nflog.ifindex_physoutdev", .uint32, "Index of the bridge port that it goes out by"),
    Field(.nflogPrefix, "nflog.prefix", .stringz, "Prefix of the log"),
    Field(.nflogUid, "nflog.uid", .int32, "User of the socket"),
    Field(.nflogGid, "nflog.gid", .int32, "Group of the socket's user"),
    Field(.nflogTimestamp, "nflog.timestamp", .absoluteTime, "Time of the packet"),
    Field(.nflogTlvValue, "nflog.tlv_value", .bytes, "Bytes of the attribute"),
  ]
}
