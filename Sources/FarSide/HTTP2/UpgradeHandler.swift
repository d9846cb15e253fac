import NIOCore
import NIOHTTP1

/// Upgrades a connection from HTTP/1.1 to HTTP/2, where its first request asks for that (RFC 7540 section 3.2).
///
/// A request with a body is answered in HTTP/1.1, and then the connection is closed.
final class UpgradeHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum State {
    case first
    case passing
    case awaitingEnd(HTTPRequestHead)
    case upgrading
  }

  private let replaced: [any RemovableChannelHandler]
  private let addHTTP2: (HTTPRequestHead, ChannelPipeline.SynchronousOperations) throws -> Void
  private var state = State.first
  /// What came while the handlers were replaced: bytes.
  private var kept: [NIOAny] = []

  /// - Parameters:
  ///   - replaced: the handlers that an upgrade removes.
  ///   - addHTTP2: adds the handlers of HTTP/2, which are to answer the request.
  init(
    replacing replaced: [any RemovableChannelHandler],
    with addHTTP2: @escaping (HTTPRequestHead, ChannelPipeline.SynchronousOperations) throws -> Void
  ) {
    self.replaced = replaced
    self.addHTTP2 = addHTTP2
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // The decoder that is being removed hands on bytes, not parts of requests.
    if case .upgrading = state { return kept.append(data) }
    switch (unwrapInboundIn(data), state) {
    case (.head(let head), .first) where Self.canUpgrade(head): state = .awaitingEnd(head)
    case (.head(var head), _):
      state = .passing
      // The decoder reads nothing after a request that asks for an upgrade.
      if Self.asksForUpgrade(head) { head.headers.replaceOrAdd(name: "Connection", value: "close") }
      context.fireChannelRead(wrapInboundOut(.head(head)))
    case (.end, .awaitingEnd(let head)): upgrade(head, context)
    default: context.fireChannelRead(data)
    }
  }

  private static func asksForUpgrade(_ head: HTTPRequestHead) -> Bool {
    head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "upgrade" }
      && head.headers.contains(name: "upgrade")
  }

  private static func canUpgrade(_ head: HTTPRequestHead) -> Bool {
    let headers = head.headers
    return asksForUpgrade(head) && headers[canonicalForm: "upgrade"].contains { $0.lowercased() == "h2c" }
      && headers["http2-settings"].count == 1 && head.uri.first == "/" && UpgradedRequestHandler.fits(head)
      && !headers.contains(name: "transfer-encoding") && headers["content-length"].allSatisfy { $0 == "0" }
  }

  private func upgrade(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    state = .upgrading
    let response = HTTPResponseHead(
      version: .http1_1, status: .switchingProtocols, headers: ["Connection": "Upgrade", "Upgrade": "h2c"])
    context.writeAndFlush(wrapOutboundOut(.head(response)), promise: nil)
    let pipeline = context.pipeline.syncOperations
    let removed = EventLoopFuture.andAllSucceed(
      replaced.map { pipeline.removeHandler($0) }, on: context.eventLoop)
    removed.assumeIsolated().whenComplete { result in
      do {
        try result.get()
        try self.addHTTP2(head, pipeline)
      } catch {
        return context.close(promise: nil)
      }
      for bytes in exchange(&self.kept, with: []) { context.fireChannelRead(bytes) }
      context.fireChannelReadComplete()
      pipeline.removeHandler(context: context, promise: nil)
    }
  }
}
