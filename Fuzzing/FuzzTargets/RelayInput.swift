import VirtualLink
import Wire

/// What a program on a connected link sends to the relay: frames that it answers itself, and questions to the far side's name server.
enum RelayInput {
  static func run(_ input: [UInt8]) {
    _ = HostName.answer(to: input.span, LinkAddresses(number: 1))
    guard let packet = HeldPacket(input.span) else { return }
    let (client, destination) = (packet.source.address, packet.destination.address)
    switch packet.kind {
    case .connectionRequest(let sequence): check(ClientReply.refusal(of: packet, sequence: sequence))
    case .echo(let identifier):
      check(ClientReply.echo(packet.transport, identifier: identifier, from: destination, to: client))
    case .reset: break
    }
    for obstacle in ClientReply.Obstacle.allCases {
      check(ClientReply.unreachable(obstacle, packet.packet, from: destination, to: client))
    }
  }

  /// Every answer is an IP packet of the length that it says.
  private static func check(_ frame: [UInt8]) {
    guard let payload = EthernetPayload(frame.span) else { fatalError("relay: no IP packet") }
    let field = frame.span.extracting(payload.offset + (payload.isIPv6 ? 4 : 2)..<frame.count)
    let said = Int(field[0]) << 8 | Int(field[1])
    guard said + (payload.isIPv6 ? 40 : 0) == frame.count - payload.offset else { fatalError("relay: a wrong length") }
  }

  /// A connection request, an echo request by IPv6, and a question for the host's name.
  static var seeds: [[UInt8]] {
    var request = [UInt8](repeating: 2, count: 12) + [0x08, 0x00]
    IPv4Header(
      source: IPv4Address(10, 83, 1, 2), destination: IPv4Address(192, 0, 2, 1), protocolNumber: .tcp, payloadLength: 20
    ).append(to: &request)
    TCPHeader(sourcePort: 5000, destinationPort: 80, sequence: 1, acknowledgment: 0, flags: [.syn], window: 500)
      .append(to: &request)
    let echo: [UInt8] =
      [UInt8](repeating: 2, count: 12) + [0x86, 0xDD, 0x60, 0, 0, 0, 0, 12, 58, 64]
      + [UInt8](repeating: 0x20, count: 32) + [128, 0, 0, 0, 0, 7, 0, 1, 1, 2, 3, 4]
    var query: [UInt8] = []
    if let name = DNSName(HostName.text) {
      DNSMessage(identifier: 7, flags: 0x0100, questions: [DNSQuestion(name: name, type: .a)]).append(to: &query)
    }
    return [request, echo, query]
  }
}
