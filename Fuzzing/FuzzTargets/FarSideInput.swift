import FarSide
import NIOCore
import NIOEmbedded
import Wire

/// What a program on a link says to the far side's servers.
enum FarSideInput {
  private static let addresses = try? FarSideAddresses(ipv4: "10.83.0.1", ipv6: "fd5b:8e1c:4d78::1")
  private static let answerings: [DNSAnswering] = [
    .addresses, .records(ipv4: [[192, 0, 2, 1]], ipv6: []), .mismatched, .noSuchName, .serverFailure, .silence,
  ]

  /// A byte that chooses what the server does with questions, and a query.
  static func dns(_ input: [UInt8]) {
    guard let addresses, let choice = input.first else { return }
    let answering = answerings[Int(choice) % answerings.count]
    let responder = DNSResponder(addresses: addresses, rules: DNSRules(otherwise: DNSRule(answering)))
    let query = Array(input.dropFirst())
    guard let reply = responder.respond(to: query) else { return }
    guard reply.message.count >= 12, reply.message.count <= 2048, reply.message[2] & 0x80 != 0 else {
      fatalError("DNS: no answer but \(reply.message)")
    }
    guard reply.message[0] == query[0] || answering == .mismatched, (try? DNSMessage(reply.message.span)) != nil else {
      fatalError("DNS: an answer that is none, or to somebody else: \(reply.message)")
    }
  }

  /// A byte that chooses the script and the size of the pieces, and what is sent to it.
  static func http(_ input: [UInt8]) {
    guard let choice = input.first else { return }
    let script: ServerScript? =
      choice & 1 == 0
      ? nil
      : ServerScript(
        acts: .connections([
          [.readHead, .send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)), .readBody(bytes: 5), .close]
        ]))
    let channel = EmbeddedChannel()
    defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
    guard (try? PortServer(script, log: nil).prepare(channel)) != nil,
      let address = try? SocketAddress(ipAddress: "192.0.2.1", port: 1),
      (try? channel.connect(to: address).wait()) != nil
    else { return }
    channel.read()
    let bytes = Array(input.dropFirst())
    let size = choice & 2 == 0 ? bytes.count : 5
    var said = 0
    for start in stride(from: 0, to: bytes.count, by: max(1, size)) {
      let piece = bytes[start..<min(bytes.count, start + size)]
      // A client that reads nothing gets no more answers than those to one piece.
      channel.isWritable = choice & 4 == 0 || said < 64 << 10
      channel.pipeline.fireChannelWritabilityChanged()
      guard (try? channel.writeInbound(ByteBuffer(bytes: piece))) != nil else { break }
      said += drain(channel)
    }
    channel.embeddedEventLoop.advanceTime(by: .hours(2))
    said += drain(channel)
    guard said <= 64 << 20 else { fatalError("HTTP: \(said) bytes for \(bytes.count)") }
  }

  private static func drain(_ channel: EmbeddedChannel) -> Int {
    var said = 0
    while let part = try? channel.readOutbound(as: ByteBuffer.self) { said += part.readableBytes }
    return said
  }

  static func greeting(_ input: [UInt8]) {
    switch ClientGreeting(input) {
    case .incomplete:
      guard input.count <= ClientGreeting.mostBytes else { fatalError("greeting: waits for more than is kept") }
    case .hello(let wish):
      guard ServerName(wish.name)?.text == wish.name else { fatalError("greeting: no name of a host") }
    case .other: break
    }
  }

  /// A ClientHello for api.example, HTTP/2 and HTTP/1.1, TLS 1.3 and 1.2.
  static var hello: [UInt8] {
    [22, 3, 1, 0, 94, 1, 0, 0, 90, 3, 3] + [UInt8](repeating: 7, count: 32) + [
      0, 0, 2, 19, 1, 1, 0, 0, 47, 0, 0, 0, 16, 0, 14, 0, 0, 11, 97, 112, 105, 46, 101, 120, 97, 109, 112, 108, 101, 0,
      16, 0, 14, 0, 12, 2, 104, 50, 8, 104,
      116, 116, 112, 47, 49, 46, 49, 0, 43, 0, 5, 4, 3, 4, 3, 3,
    ]
  }
}
