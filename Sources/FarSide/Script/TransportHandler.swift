import Glibc
import NIOCore
import NIOPosix

/// Sits next to the socket and ends the connection below all other handlers, so that TLS sends no close_notify.
final class TransportHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var context: ChannelHandlerContext?

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
  }

  /// Sends FIN, and answers anything that still arrives with RST.
  func close() {
    context?.close(promise: nil)
  }

  /// A socket with a linger time of zero is closed with RST (socket(7), SO_LINGER).
  func reset() {
    guard let context else { return }
    guard let options = context.channel as? any SocketOptionProvider else { return context.close(promise: nil) }
    options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in self.close() }
  }
}
