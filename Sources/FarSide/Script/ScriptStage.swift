import NIOCore

/// Carries out on one connection what a script's player says.
struct ScriptStage {
  let transport: TransportHandler
  /// Whether what is written goes through TLS.
  let isWithinTLS: Bool

  /// - Parameter whenDone: called once it has happened, unless the connection is gone by then.
  func carryOut(
    _ action: ScriptPlayer.Action, _ context: ChannelHandlerContext, whenDone: @escaping () -> Void
  ) {
    switch action {
    case .write(let bytes):
      // What cannot be written any more is followed by nothing: the connection is gone.
      let written = context.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)))
      wait(for: written, context, whenDone)
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
    case .handshake:
      break
    }
  }

  /// Within TLS close_notify and FIN at once: nobody waits for the client's close_notify.
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
