import BackPressure
import NIOCore

/// Answers queries over TCP. The length of each query precedes it in two bytes (RFC 1035 section 4.2.2).
final class DNSStreamHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Nothing is read while this many answers wait for the time that the rules set them.
  private static let mostLateAnswers = 100

  private let responder: DNSResponder
  private var received = ByteBuffer()
  private var lateAnswers = 0
  private var gate = ReadGate()

  init(_ responder: DNSResponder) {
    self.responder = responder
  }

  func read(context: ChannelHandlerContext) { gate.read(context) }

  /// At most one incomplete query is stored: 65,537 bytes.
  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received.writeImmutableBuffer(unwrapInboundIn(data))
    while let query = received.readLengthPrefixedSlice(as: UInt16.self) {
      guard let answer = responder.respond(to: Array(query.readableBytesView)) else { continue }
      var reply = ByteBuffer(integer: UInt16(answer.message.count))
      reply.writeBytes(answer.message)
      answer.delay > 0 ? send(reply, after: answer.delay, context) : send(reply, context)
    }
    received.discardReadBytes()
  }

  private func send(_ reply: ByteBuffer, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(reply), promise: nil)
  }

  private func send(_ reply: ByteBuffer, after nanoseconds: Int64, _ context: ChannelHandlerContext) {
    lateAnswers += 1
    gate.set(isOpen: lateAnswers < Self.mostLateAnswers, context)
    context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(nanoseconds)) { [self] in
      guard context.channel.isActive else { return }
      send(reply, context)
      lateAnswers -= 1
      gate.set(isOpen: lateAnswers < Self.mostLateAnswers, context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
