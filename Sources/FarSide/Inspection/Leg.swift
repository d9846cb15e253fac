import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS

/// One of the two connections of an inspected connection, as its decisions see it: the last handler of a pipeline, behind TLS where
/// there is TLS.
final class Leg: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  enum Side {
    case client
    case server
  }

  let channel: any Channel
  private let wire: WireEnd
  private var side = Side.client
  private var owner: InspectedConnection?
  /// What came before it had an owner. A channel that does not read reads nevertheless when the other side has ended.
  private var early = ByteBuffer()
  /// Whether the other side has sent everything.
  private(set) var hasEnded = false
  /// Whether it has done so without `close_notify`, although it speaks TLS.
  private(set) var isEndUnclean = false
  private(set) var isSecure = false
  /// Whether what is sent to it has ended, or will after everything that was written.
  private(set) var isFinishing = false

  private init(_ channel: any Channel, _ wire: WireEnd) {
    self.channel = channel
    self.wire = wire
  }

  /// Makes channels that have a leg, that do not read until they are told to, and that know half-closed connections.
  static func bootstrap(on eventLoop: any EventLoop) -> ClientBootstrap {
    ClientBootstrap(group: eventLoop)
      .channelOption(.autoRead, value: false)
      .channelOption(.allowRemoteHalfClosure, value: true)
      .channelOption(.tcpOption(.tcp_nodelay), value: 1)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let wire = WireEnd()
          try channel.pipeline.syncOperations.addHandlers(wire, Leg(channel, wire))
        }
      }
  }

  /// The leg of a channel that the bootstrap has made.
  static func of(_ channel: any Channel) throws -> Leg {
    try channel.pipeline.syncOperations.handler(type: Leg.self)
  }

  /// Begins to report what happens.
  func report(to owner: InspectedConnection, as side: Side) {
    self.owner = owner
    self.side = side
    if early.readableBytes > 0 {
      owner.received(early, from: side)
      owner.finishedReading(from: side)
      early.clear()
    }
    if hasEnded { owner.ended(side) }
    if !channel.isActive { owner.closed(side) }
  }

  /// The unencrypted alert that came during the handshake, if any.
  var alert: String? { wire.alert }

  var isWritable: Bool { channel.isWritable }

  /// Begins TLS.
  func secure(with handler: NIOSSLHandler) throws {
    wire.isInHandshake = true
    isSecure = true
    try channel.pipeline.syncOperations.addHandler(handler, position: .before(self))
  }

  /// Begins or stops to read what the other side sends.
  func setReading(_ reads: Bool) {
    channel.setOption(.autoRead, value: reads).whenFailure { _ in }
  }

  /// Takes bytes as if they had just been received.
  func replay(_ bytes: ByteBuffer) {
    guard bytes.readableBytes > 0 else { return }
    channel.pipeline.fireChannelRead(bytes)
    channel.pipeline.fireChannelReadComplete()
  }

  func write(_ bytes: ByteBuffer) {
    channel.write(bytes, promise: nil)
  }

  func flush() {
    channel.flush()
  }

  /// Ends what is sent, after everything that was written.
  /// - Parameter isUnclean: whether to omit `close_notify`.
  func finish(isUnclean: Bool) {
    guard !isFinishing else { return }
    isFinishing = true
    afterWrites { [self] in
      if isUnclean { wire.closeOutput() } else { channel.close(mode: .output, promise: nil) }
    }
  }

  /// Ends the connection with a RST, after everything that was written.
  func resetAfterWrites() {
    guard channel.isActive else { return }
    afterWrites { [self] in wire.reset() }
  }

  func reset() {
    wire.reset()
  }

  /// Forgets its connection, which no longer wants to hear of it, and closes the socket.
  func abandon() {
    owner = nil
    wire.reset()
  }

  private func afterWrites(_ action: @escaping () -> Void) {
    channel.writeAndFlush(ByteBuffer()).assumeIsolated().whenComplete { _ in action() }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    if let owner { owner.received(bytes, from: side) } else { early.writeImmutableBuffer(bytes) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    owner?.finishedReading(from: side)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    owner?.writabilityChanged(of: side)
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case ChannelEvent.inputClosed:
      guard !hasEnded else { return }
      hasEnded = true
      owner?.ended(side)
    case TLSUserEvent.handshakeCompleted(let selected):
      wire.isInHandshake = false
      owner?.secured(side, selected: selected)
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    switch error {
    // The end itself follows as an event.
    case NIOSSLError.uncleanShutdown: isEndUnclean = true
    default: owner?.failed(side, error)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    let owner = owner
    self.owner = nil
    owner?.closed(side)
  }
}
