import NIOCore

/// Plays the steps before TLS over TCP, and keeps what the client sends until TLS begins.
final class OpeningHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// More than any ClientHello has. If a client sends more, reading stops until TLS begins.
  private static let mostBytes = 64 << 10
  private static let recordHeader = 5

  private var player: ScriptPlayer
  private let stage: ScriptStage
  private let beginTLS: (ChannelHandlerContext) throws -> TLSWitness
  private var witness: TLSWitness?
  private var kept = ByteBuffer()
  private var sawHello = false
  private var isOpen = false

  /// - Parameters:
  ///   - steps: the steps before TLS.
  ///   - beginTLS: adds TLS, and the handlers inside it, after this handler. Returns the handler that records how the
  ///     handshake ends.
  init(_ steps: [ServerStep], _ stage: ScriptStage, beginTLS: @escaping (ChannelHandlerContext) throws -> TLSWitness) {
    player = ScriptPlayer(steps: steps + [.handshake])
    self.stage = stage
    self.beginTLS = beginTLS
  }

  /// In a tunnel, the connection is established when the handler is added.
  func handlerAdded(context: ChannelHandlerContext) {
    if context.channel.isActive { play(.connected, context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    play(.connected, context)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOpen else {
      witness?.alert = TLSAlert.inTheClear(unwrapInboundIn(data)) ?? witness?.alert
      return context.fireChannelRead(data)
    }
    kept.writeImmutableBuffer(unwrapInboundIn(data))
    if kept.readableBytes > Self.mostBytes { context.channel.setOption(.autoRead, value: false).whenFailure { _ in } }
    guard !sawHello, holdsRecord else { return }
    sawHello = true
    play(.head(RequestHead()), context)
  }

  /// Whether the first record has arrived completely. Anything that is not TLS counts as soon as it arrives.
  private var holdsRecord: Bool {
    guard let type: UInt8 = kept.getInteger(at: kept.readerIndex) else { return false }
    let handshake: UInt8 = 22
    guard type == handshake else { return true }
    guard let length: UInt16 = kept.getInteger(at: kept.readerIndex + 3) else { return false }
    return kept.readableBytes >= Self.recordHeader + Int(length)
  }

  private func play(_ event: ScriptPlayer.Event, _ context: ChannelHandlerContext) {
    guard let action = player.handle(event) else { return }
    guard action != .handshake else { return open(context) }
    stage.carryOut(action, context) { self.play(.done, context) }
  }

  private func open(_ context: ChannelHandlerContext) {
    isOpen = true
    do {
      witness = try beginTLS(context)
    } catch {
      return context.close(promise: nil)
    }
    context.channel.setOption(.autoRead, value: true).whenFailure { _ in }
    guard kept.readableBytes > 0 else { return }
    context.fireChannelRead(wrapInboundOut(kept))
    context.fireChannelReadComplete()
    kept.clear()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard !isOpen else { return context.fireErrorCaught(error) }
    context.close(promise: nil)
  }
}
