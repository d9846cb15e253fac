import Glibc
import NIOCore

/// The end of a pipeline that is next to the socket, below TLS.
final class WireEnd: ChannelInboundHandler, ChannelOutboundHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer

  /// The unencrypted alert that came during the handshake, if any.
  private(set) var alert: String?
  /// Whether alerts are looked for.
  var isInHandshake = false
  private var context: ChannelHandlerContext?

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if isInHandshake { alert = TLSAlert.inTheClear(unwrapInboundIn(data)) ?? alert }
    context.fireChannelRead(data)
  }

  /// Ends what is sent with a FIN, without `close_notify`.
  func closeOutput() {
    context?.close(mode: .output, promise: nil)
  }

  /// Ends the connection with a RST.
  func reset() {
    guard let context else { return }
    // With a linger time of zero, closing a socket resets its connection (socket(7)). On its own thread, a channel sets it at once.
    (context.channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenFailure { _ in }
    context.close(promise: nil)
  }
}
