import Glibc
import NIOCore
import NIOPosix

/// Stands next to the socket, and ends the connection past whatever is above: TLS says no goodbye.
final class TransportHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private var context: ChannelHandlerContext?

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    self.context = nil
  }

  /// FIN, and RST to whatever comes then.
  func close() {
    context?.close(promise: nil)
  }

  /// A socket that lingers for no time at all is closed with RST (socket(7), SO_LINGER).
  func reset() {
    guard let context else { return }
    guard let options = context.channel as? any SocketOptionProvider else { return context.close(promise: nil) }
    options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).assumeIsolated().whenComplete { _ in self.close() }
  }
}
