public import NIOCore

/// Passes on what a client sends in small pieces, and reads no more while what is sent to that client finds no room.
///
/// It stands next to the socket. Without it, a client that asks and does not read makes the server keep all answers in memory. NIO's
/// `BackPressureHandler` is not enough: when a client ends or resets its connection, NIO reads everything that the kernel holds at once,
/// which can be megabytes of small requests.
public final class PacedReader: ChannelDuplexHandler {
  public typealias InboundIn = ByteBuffer
  public typealias InboundOut = ByteBuffer
  public typealias OutboundIn = ByteBuffer
  public typealias OutboundOut = ByteBuffer

  /// Bounds what is answered at once to what one piece can ask for.
  private static let largestPiece = 16 << 10

  /// The bytes that were received and not passed on.
  private var held = ByteBuffer()
  /// True if the handlers behind want to read, and were given nothing since.
  private var isWanted = false
  /// True if the client has ended its half of the connection, which nobody behind knows yet.
  private var hasEnded = false
  private var isPassing = false

  public init() {}

  public func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var bytes = unwrapInboundIn(data)
    if held.readableBytes == 0 { held = bytes } else { held.writeBuffer(&bytes) }
  }

  public func channelReadComplete(context: ChannelHandlerContext) { pass(context) }

  public func read(context: ChannelHandlerContext) {
    isWanted = true
    pass(context)
  }

  public func channelWritabilityChanged(context: ChannelHandlerContext) {
    context.fireChannelWritabilityChanged()
    pass(context)
  }

  public func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case ChannelEvent.inputClosed = event else { return context.fireUserInboundEventTriggered(event) }
    hasEnded = true
    pass(context)
  }

  private func pass(_ context: ChannelHandlerContext) {
    // Bytes that are passed on make the handlers behind read and write, which leads here again.
    guard !isPassing else { return }
    isPassing = true
    defer { isPassing = false }
    while held.readableBytes > 0 {
      guard isWanted, canRead(context) else { return }
      guard let piece = held.readSlice(length: min(held.readableBytes, Self.largestPiece)) else { return }
      isWanted = false
      context.fireChannelRead(wrapInboundOut(piece))
      context.fireChannelReadComplete()
      // The channel asks for the next read by itself only after it has read.
      if readsByItself(context) { context.channel.read() }
    }
    held = ByteBuffer()
    if hasEnded {
      hasEnded = false
      context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    } else if isWanted, canRead(context) {
      context.read()
    }
  }

  private func canRead(_ context: ChannelHandlerContext) -> Bool {
    context.channel.isActive && context.channel.isWritable
  }

  private func readsByItself(_ context: ChannelHandlerContext) -> Bool {
    (try? context.channel.syncOptions?.getOption(.autoRead)) == true
  }
}
