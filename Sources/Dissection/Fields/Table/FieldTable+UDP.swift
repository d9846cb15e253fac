extension FieldTable {
  /// UDP: the fields and their Wireshark definitions.
  static let udp: [Field] = [
    Field(.udp, "udp", .protocol, "User Datagram Protocol"),
    Field(.udpSrcport, "udp.srcport", .uint16, "Source Port"),
    Field(.udpDstport, "udp.dstport", .uint16, "Destination Port"),
    Field(.udpPort, "udp.port", .uint16, "Source or Destination Port"),
    Field(.udpStream, "udp.stream", .uint32, "Stream index"),
    Field(.udpLength, "udp.length", .uint16, "Length"),
    Field(.udpChecksum, "udp.checksum", .uint16, "Checksum", base: .hex),
    Field(.udpChecksumStatus, "udp.checksum.status", .uint8, "Checksum Status", values: .ipChecksumStatus),
    Field(.udpTimeRelative, "udp.time_relative", .relativeTime, "Time since first frame"),
    Field(.udpTimeDelta, "udp.time_delta", .relativeTime, "Time since previous frame"),
    Field(.udpPayload, "udp.payload", .bytes, "Payload"),
    Field(.udpLengthBad, "udp.length.bad", .none, "Bad length value"),
  ]
}
