import NIOCore
import NIOWebSocket
import TextOutput

/// Tells one browser what changes: the state of the source and of the filters, whenever it differs from what was sent last.
///
/// Nothing is sent while an earlier event has not left, so a slow browser gets fewer events and nobody waits for it.
final class EventHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private static let interval = TimeAmount.milliseconds(50)

  private let api: ConsoleAPI
  private var last: [UInt8] = []
  private var isSending = false
  private var task: RepeatedTask?

  init(_ api: ConsoleAPI) { self.api = api }

  func handlerAdded(context: ChannelHandlerContext) {
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    task = context.eventLoop.scheduleRepeatedTask(initialDelay: .zero, delay: Self.interval) { _ in
      let (handler, context) = bound.value
      handler.tell(context)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { task?.cancel() }

  func channelInactive(context: ChannelHandlerContext) {
    task?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    switch frame.opcode {
    case .connectionClose:
      task?.cancel()
      let reply = WebSocketFrame(fin: true, opcode: .connectionClose, data: frame.unmaskedData)
      let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
      context.writeAndFlush(wrapOutboundOut(reply)).whenComplete { _ in bound.value.close(promise: nil) }
    case .ping:
      let reply = WebSocketFrame(fin: true, opcode: .pong, data: frame.unmaskedData)
      context.writeAndFlush(wrapOutboundOut(reply), promise: nil)
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func tell(_ context: ChannelHandlerContext) {
    guard !isSending, context.channel.isActive, context.channel.isWritable else { return }
    var text = TextBuffer(capacity: 1024)
    api.appendStatus(to: &text)
    let buffer = ByteBuffer(text)
    guard !buffer.readableBytesView.elementsEqual(last) else { return }
    last = Array(buffer.readableBytesView)
    isSending = true
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let frame = WebSocketFrame(fin: true, opcode: .text, data: buffer)
    context.writeAndFlush(wrapOutboundOut(frame)).whenComplete { _ in bound.value.isSending = false }
  }
}
