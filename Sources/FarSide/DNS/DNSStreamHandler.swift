import NIOCore

/// Answers queries over TCP. The length of each query precedes it in two bytes (RFC 1035 section 4.2.2).
final class DNSStreamHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let responder: DNSResponder
  private var received = ByteBuffer()

  init(_ responder: DNSResponder) {
    self.responder = responder
  }

  /// At most one incomplete query is stored: 65,537 bytes.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received.writeImmutableBuffer(unwrapInboundIn(data))
    while let query = received.readLengthPrefixedSlice(as: UInt16.self) {
      guard let answer = responder.respond(to: Array(query.readableBytesView)) else { continue }
      var reply = ByteBuffer(integer: UInt16(answer.message.count))
      reply.writeBytes(answer.message)
      let channel = context.channel
      let bytes = reply
      context.eventLoop.whenLate(answer.delay) {
        channel.writeAndFlush(bytes, promise: nil)
      }
    }
    received.discardReadBytes()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
