import NIOCore

/// Carries out a script player's actions on one connection.
struct ScriptStage {
  let transport: TransportHandler
  /// Whether writes go through TLS.
  let isWithinTLS: Bool

  /// - Parameter whenDone: called when the action has happened, unless the connection is gone by then.
  func carryOut(
    _ action: ScriptPlayer.Action, _ context: ChannelHandlerContext, whenDone: @escaping () -> Void
  ) {
    switch action {
    case .write(let bytes):
      // If a write fails, the connection is gone and nothing follows.
      let written = context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)))
      wait(for: written, context, whenDone)
    case .part, .frames, .http3, .upgrade, .webSocketFrame:
      // Who speaks HTTP/2, HTTP/3 or WebSocket writes these itself.
      whenDone()
    case .wait(let nanoseconds):
      context.eventLoop.assumeIsolated().scheduleTask(in: .nanoseconds(nanoseconds)) {
        if context.channel.isActive { whenDone() }
      }
    case .halfClose:
      wait(for: context.close(mode: .output), context, whenDone)
    case .stopReading:
      wait(for: context.channel.setOption(.autoRead, value: false), context, whenDone)
    case .close:
      close(context)
    case .cut:
      transport.close()
    case .reset:
      transport.reset()
    case .handshake, .tunnel:
      // The handlers that know how do this themselves.
      break
    }
  }

  /// Inside TLS, send close_notify and FIN at once, without waiting for the client's close_notify.
  private func close(_ context: ChannelHandlerContext) {
    guard isWithinTLS else { return transport.close() }
    context.close(mode: .output).assumeIsolated().whenComplete { _ in transport.close() }
  }

  private func wait(
    for future: EventLoopFuture<Void>, _ context: ChannelHandlerContext, _ whenDone: @escaping () -> Void
  ) {
    future.assumeIsolated().whenSuccess {
      if context.channel.isActive { whenDone() }
    }
  }
}
