extension FieldTable {
  /// NFLOG: the fields and their Wireshark definitions.
  static let nflog: [Field] = [
    Field(.nflog, "nflog", .protocol, "Linux Netfilter NFLOG"),
    Field(.nflogFamily, "nflog.family", .uint8, "Family", values: .nflogFamily),
    Field(.nflogVersion, "nflog.version", .uint8, "Version"),
    Field(.nflogResId, "nflog.res_id", .uint16, "Resource id"),
    Field(.nflogTlv, "nflog.tlv", .bytes, "TLV"),
    Field(.nflogTlvLength, "nflog.tlv_length", .uint16, "Length"),
    Field(.nflogTlvType, "nflog.tlv_type", .uint16, "Type", mask: 0x7fff, values: .nflogTlvType),
    Field(.nflogProtocol, "nflog.protocol", .uint16, "HW protocol", base: .hex, values: .ethType),
    Field(.nflogHook, "nflog.hook", .uint8, "Netfilter hook", values: .nflogHook),
    Field(.nflogIfindexIndev, "nflog.ifindex_indev", .uint32, "IFINDEX_INDEV"),
    Field(.nflogIfindexOutdev, "nflog.ifindex_outdev", .uint32, "IFINDEX_OUTDEV"),
    Field(.nflogIfindexPhysindev, "nflog.ifindex_physindev", .uint32, "IFINDEX_PHYSINDEV"),
    Field(.nflogIfindexPhysoutdev, "nflog.ifindex_physoutdev", .uint32, "IFINDEX_PHYSOUTDEV"),
    Field(.nflogPrefix, "nflog.prefix", .stringz, "Prefix"),
    Field(.nflogUid, "nflog.uid", .int32, "UID"),
    Field(.nflogGid, "nflog.gid", .int32, "GID"),
    Field(.nflogTimestamp, "nflog.timestamp", .absoluteTime, "Timestamp"),
    Field(.nflogTlvValue, "nflog.tlv_value", .bytes, "Value"),
  ]
}
