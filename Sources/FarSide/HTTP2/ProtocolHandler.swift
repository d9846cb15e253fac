import NIOCore

/// What a server adds to a connection for each version of HTTP.
protocol ProtocolPipeline {
  func addHTTP1(to pipeline: ChannelPipeline.SynchronousOperations) throws
  func addHTTP2(to pipeline: ChannelPipeline.SynchronousOperations) throws
}

/// Tells by the first bytes of a connection whether the client speaks HTTP/2 or HTTP/1.1, and adds the handlers for it.
///
/// A client of HTTP/2 begins with the same 24 bytes, whether it has agreed on it by ALPN or knows it beforehand (RFC 9113
/// sections 3.3 and 3.4).
final class ProtocolHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

  private let service: any ProtocolPipeline
  private var kept = ByteBuffer()

  init(_ service: any ProtocolPipeline) {
    self.service = service
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    kept.writeImmutableBuffer(unwrapInboundIn(data))
    let beginning = kept.readableBytesView.prefix(Self.preface.count)
    let isHTTP2 = Self.preface.starts(with: beginning)
    guard !isHTTP2 || beginning.count == Self.preface.count else { return }
    do {
      let pipeline = context.pipeline.syncOperations
      try isHTTP2 ? service.addHTTP2(to: pipeline) : service.addHTTP1(to: pipeline)
    } catch {
      return context.close(promise: nil)
    }
    context.fireChannelRead(wrapInboundOut(kept))
    context.fireChannelReadComplete()
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
