import Streams
import Wire

/// A question or an answer of DNS, over UDP or over a stream.
struct NameMessage {
  var client: Endpoint
  var server: Endpoint
  var message: DNSMessage
  /// The packet that it came in.
  var packet: PacketMark
  /// True over TCP, TLS and HTTPS, where a question is not sent again and a port carries many lookups.
  var isInStream: Bool
}

extension NameMessage {
  /// A message over UDP, if the packet is one.
  init?(_ frame: Frame, _ headers: PacketHeaders, _ bytes: Span<UInt8>) {
    guard headers.isUDP, let from = headers.sourcePort(in: bytes), let to = headers.destinationPort(in: bytes),
      from == 53 || to == 53, let source = headers.sourceEndpoint(in: bytes),
      let destination = headers.destinationEndpoint(in: bytes),
      let message = try? DNSMessage(bytes, in: headers.payload)
    else { return nil }
    let isResponse = message.header.isResponse
    self.init(
      client: isResponse ? destination : source, server: isResponse ? source : destination, message: message,
      packet: PacketMark(frame), isInStream: false)
  }
}
