extension FieldTable {
  /// NTP: the fields and their Wireshark definitions.
  static let ntp: [Field] = [
    Field(.ntp, "ntp", .protocol, "Network Time Protocol"),
    Field(.ntpFlags, "ntp.flags", .uint8, "Flags", base: .hex),
    Field(.ntpFlagsLi, "ntp.flags.li", .uint8, "Leap Indicator", mask: 0xc0, values: .ntpFlagsLi),
    Field(.ntpFlagsVn, "ntp.flags.vn", .uint8, "Version number", mask: 0x38, values: .ntpFlagsVn),
    Field(.ntpFlagsMode, "ntp.flags.mode", .uint8, "Mode", mask: 0x7, values: .ntpFlagsMode),
    Field(.ntpStratum, "ntp.stratum", .uint8, "Peer Clock Stratum"),
    Field(.ntpPpoll, "ntp.ppoll", .uint8, "Peer Polling Interval"),
    Field(.ntpPrecision, "ntp.precision", .uint8, "Peer Clock Precision"),
    Field(.ntpRootdelay, "ntp.rootdelay", .uint32, "Root Delay"),
    Field(.ntpRootdispersion, "ntp.rootdispersion", .uint32, "Root Dispersion"),
    Field(.ntpRefid, "ntp.refid", .bytes, "Reference ID"),
    Field(.ntpReftime, "ntp.reftime", .absoluteTime, "Reference Timestamp"),
    Field(.ntpOrg, "ntp.org", .absoluteTime, "Origin Timestamp"),
    Field(.ntpRec, "ntp.rec", .absoluteTime, "Receive Timestamp"),
    Field(.ntpXmt, "ntp.xmt", .absoluteTime, "Transmit Timestamp"),
    Field(.ntpKeyid, "ntp.keyid", .bytes, "Key ID"),
    Field(.ntpMac, "ntp.mac", .bytes, "Message Authentication Code"),
  ]
}
