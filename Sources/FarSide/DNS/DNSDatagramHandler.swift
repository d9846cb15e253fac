import NIOCore

/// Answers each UDP datagram with at most one datagram.
final class DNSDatagramHandler: ChannelInboundHandler {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>
  typealias OutboundOut = AddressedEnvelope<ByteBuffer>

  /// Queries are dropped, as a busy server drops them, while this many answers wait for the time that the rules set them.
  private static let mostLateAnswers = 10_000

  private let responder: DNSResponder
  private var lateAnswers = 0

  init(_ responder: DNSResponder) {
    self.responder = responder
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let query = unwrapInboundIn(data)
    guard context.channel.isWritable, lateAnswers < Self.mostLateAnswers,
      let answer = responder.respond(to: Array(query.data.readableBytesView))
    else { return }
    let reply = AddressedEnvelope(remoteAddress: query.remoteAddress, data: ByteBuffer(bytes: answer.message))
    guard answer.delay > 0 else { return context.writeAndFlush(wrapOutboundOut(reply), promise: nil) }
    lateAnswers += 1
    context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(answer.delay)) { [self] in
      lateAnswers -= 1
      context.writeAndFlush(wrapOutboundOut(reply), promise: nil)
    }
  }

  /// Continue to serve others when a client is gone (ICMP port unreachable).
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}
