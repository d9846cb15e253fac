extension FieldTable {
  /// UDP: the fields, with Wireshark's names and types.
  static let udp: [Field] = [
    Field(.udp, "udp", .protocol, "UDP: user datagrams"),
    Field(.udpSrcport, "udp.srcport", .uint16, "Source port"),
    Field(.udpDstport, "udp.dstport", .uint16, "Destination port"),
    Field(.udpPort, "udp.port", .uint16, "Port of either end"),
    Field(.udpStream, "udp.stream", .uint32, "Conversation in this capture"),
    Field(.udpLength, "udp.length", .uint16, "Length of header and data, in bytes"),
    Field(.udpChecksum, "udp.checksum", .uint16, "Checksum of the datagram", base: .hex),
    Field(.udpChecksumStatus, "udp.checksum.status", .uint8, "Check of the checksum", values: .ipChecksumStatus),
    Field(.udpTimeRelative, "udp.time_relative", .relativeTime, "Time since the conversation's first packet"),
    Field(.udpTimeDelta, "udp.time_delta", .relativeTime, "Time since the conversation's packet before"),
    Field(.udpPayload, "udp.payload", .bytes, "Data of the datagram"),
    Field(.udpLengthBad, "udp.length.bad", .none, "The length cannot be right"),
  ]
}
