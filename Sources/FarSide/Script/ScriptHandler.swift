import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix

/// Carries out on a connection what a script's player says.
final class ScriptHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = ByteBuffer

  private var player: ScriptPlayer

  init(_ player: ScriptPlayer) {
    self.player = player
  }

  func channelActive(context: ChannelHandlerContext) {
    play(.connected, context)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): play(.head(method: head.method.rawValue), context)
    case .body(let bytes): play(.body(bytes: bytes.readableBytes), context)
    case .end: play(.end, context)
    }
  }

  private func play(_ event: ScriptPlayer.Event, _ context: ChannelHandlerContext) {
    guard let action = player.handle(event) else { return }
    switch action {
    case .write(let bytes):
      // What cannot be written any more is followed by nothing: the connection is gone.
      let written = context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)))
      whenDone(written, context)
    case .wait(let nanoseconds):
      whenDone(context.eventLoop.scheduleTask(in: .nanoseconds(nanoseconds)) {}.futureResult, context)
    case .halfClose:
      whenDone(context.close(mode: .output), context)
    case .stopReading:
      whenDone(context.channel.setOption(.autoRead, value: false), context)
    case .close:
      context.close(promise: nil)
    case .reset:
      reset(context)
    }
  }

  private func whenDone(_ future: EventLoopFuture<Void>, _ context: ChannelHandlerContext) {
    let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    future.whenSuccess {
      guard bound.value.channel.isActive else { return }
      handler.value.play(.done, bound.value)
    }
  }

  /// A socket that lingers for no time at all is closed with RST (socket(7), SO_LINGER).
  private func reset(_ context: ChannelHandlerContext) {
    guard let options = context.channel as? any SocketOptionProvider else { return context.close(promise: nil) }
    let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
    options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in
      bound.value.channel.close(mode: .all, promise: nil)
    }
  }

  /// The client has reset the connection, or has sent what is no HTTP: the script has nobody to play to.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
