import NIOCore

/// Answers each UDP datagram with at most one datagram.
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

  /// Continue to serve others when a client is gone (ICMP port unreachable).
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}
}

extension EventLoop {
  /// Runs an action after this many nanoseconds; at once if it is zero.
  func whenLate(_ nanoseconds: Int64, _ action: @escaping @Sendable () -> Void) {
    guard nanoseconds > 0 else { return action() }
    _ = scheduleTask(in: .nanoseconds(nanoseconds), action)
  }
}
