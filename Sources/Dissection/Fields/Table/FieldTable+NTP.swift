extension FieldTable {
  /// NTP: the fields, with Wireshark's names and types.
  static let ntp: [Field] = [
    Field(.ntp, "ntp", .protocol, "NTP: network time"),
    Field(.ntpFlags, "ntp.flags", .uint8, "Leap indicator, version and mode", base: .hex),
    Field(.ntpFlagsLi, "ntp.flags.li", .uint8, "Leap second coming", mask: 0xc0, values: .ntpFlagsLi),
    Field(.ntpFlagsVn, "ntp.flags.vn", .uint8, "Version of NTP", mask: 0x38, values: .ntpFlagsVn),
    Field(.ntpFlagsMode, "ntp.flags.mode", .uint8, "Mode of the sender", mask: 0x7, values: .ntpFlagsMode),
    Field(.ntpStratum, "ntp.stratum", .uint8, "Stratum of the sender's clock"),
    Field(.ntpPpoll, "ntp.ppoll", .uint8, "Time between polls, as a power of 2"),
    Field(.ntpPrecision, "ntp.precision", .uint8, "Precision of the sender's clock, as a power of 2"),
    Field(.ntpRootdelay, "ntp.rootdelay", .uint32, "Round trip to the reference clock"),
    Field(.ntpRootdispersion, "ntp.rootdispersion", .uint32, "Dispersion to the reference clock"),
    Field(.ntpRefid, "ntp.refid", .bytes, "Identifier of the reference"),
    Field(.ntpReftime, "ntp.reftime", .absoluteTime, "Time when the clock was last set"),
    Field(.ntpOrg, "ntp.org", .absoluteTime, "Time when the request left the client"),
    Field(.ntpRec, "ntp.rec", .absoluteTime, "Time when the request came to the server"),
    Field(.ntpXmt, "ntp.xmt", .absoluteTime, "Time when this packet was sent"),
    Field(.ntpKeyid, "ntp.keyid", .bytes, "Identifier of the key"),
    Field(.ntpMac, "ntp.mac", .bytes, "Digest of the message"),
  ]
}
