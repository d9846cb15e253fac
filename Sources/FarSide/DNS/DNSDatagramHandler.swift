import NIOCore

/// Answers each UDP datagram with at most one.
final class DNSDatagramHandler: ChannelInboundHandler {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>
  typealias OutboundOut = AddressedEnvelope<ByteBuffer>

  private let responder: DNSResponder

  init(_ responder: DNSResponder) {
    self.responder = responder
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let query = unwrapInboundIn(data)
    guard let answer = responder.respond(to: Array(query.data.readableBytesView)) else { return }
    let reply = AddressedEnvelope(remoteAddress: query.remoteAddress, data: ByteBuffer(bytes: answer.message))
    let channel = context.channel
    context.eventLoop.whenLate(answer.delay) {
      channel.writeAndFlush(reply, promise: nil)
    }
  }

  /// A client that is gone (ICMP port unreachable) is no reason to stop serving the others.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
