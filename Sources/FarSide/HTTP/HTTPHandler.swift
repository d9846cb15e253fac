import NIOCore
import NIOHTTP1

/// Passes the requests of a connection, or the request of a stream of HTTP/2, to the demo service and writes its responses.
///
/// On a connection, NIO's pipelining handler makes sure that there is one request at a time.
final class HTTPHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private static let fillerChunk = ByteBuffer(repeating: UInt8(ascii: "h"), count: 64 << 10)

  private let service: DemoService
  private let log: ConnectionLog?
  /// Whether it serves a stream of HTTP/2. A stream ends with its response, and fields about the connection have no place in it.
  private let isStream: Bool
  private var head: HTTPRequestHead?
  private var bodyBytes = 0

  init(_ service: DemoService, _ log: ConnectionLog? = nil, isStream: Bool = false) {
    self.service = service
    self.log = log
    self.isStream = isStream
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      log?.request(method: head.method.rawValue, target: head.uri)
      self.head = head
      bodyBytes = 0
      if head.headers[canonicalForm: "expect"].contains(where: { $0.lowercased() == "100-continue" }) {
        write(.head(HTTPResponseHead(version: .http1_1, status: .continue)), context, flush: true)
      }
    case .body(let bytes):
      bodyBytes += bytes.readableBytes
    case .end:
      log?.requestEnded(bytes: bodyBytes)
      guard let head else { return }
      answer(head, context)
    }
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let request = ServiceRequest(
      method: head.method, target: RequestTarget(head.uri),
      acceptEncoding: AcceptEncoding(head.headers[canonicalForm: "accept-encoding"].map { String($0) }),
      bodyBytes: bodyBytes)
    let response = service.respond(to: request)
    let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
    let boundContext = NIOLoopBound(context, eventLoop: context.eventLoop)
    guard response.delay > .zero else { return send(response, to: head, context) }
    context.eventLoop.assumeIsolated().scheduleTask(in: response.delay) {
      guard boundContext.value.channel.isActive else { return }
      handler.value.send(response, to: head, boundContext.value)
    }
  }

  private func send(_ response: ServiceResponse, to request: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let hasNoBody = response.status == .noContent || response.status == .notModified
    log?.response(status: Int(response.status.code))
    var head = HTTPResponseHead(version: .http1_1, status: response.status, headers: response.headers)
    head.headers.add(name: "Date", value: HTTPDate.now())
    head.headers.add(name: "Server", value: "headwind")
    if !hasNoBody {
      head.headers.add(name: "Content-Length", value: String(response.body.count))
    }
    if isStream {
      // The stream says it all.
    } else if !request.isKeepAlive {
      head.headers.add(name: "Connection", value: "close")
    } else if request.version == .http1_0 {
      head.headers.add(name: "Connection", value: "keep-alive")
    }
    write(.head(head), context)
    guard request.method != .HEAD, !hasNoBody else { return finish(request, context) }
    switch response.body {
    case .bytes(let bytes):
      write(.body(.byteBuffer(ByteBuffer(bytes: bytes))), context)
      finish(request, context)
    case .filler(let count):
      sendFiller(count, to: request, context)
    }
  }

  /// Sends the next chunk when the previous one has left, so that a response of a gigabyte needs only 64 KB of memory.
  private func sendFiller(_ remaining: Int, to request: HTTPRequestHead, _ context: ChannelHandlerContext) {
    guard remaining > 0 else { return finish(request, context) }
    let count = min(remaining, Self.fillerChunk.readableBytes)
    let chunk = Self.fillerChunk.getSlice(at: 0, length: count) ?? Self.fillerChunk
    let handler = NIOLoopBound(self, eventLoop: context.eventLoop)
    let boundContext = NIOLoopBound(context, eventLoop: context.eventLoop)
    context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(chunk)))).whenSuccess {
      handler.value.sendFiller(remaining - count, to: request, boundContext.value)
    }
  }

  private func finish(_ request: HTTPRequestHead, _ context: ChannelHandlerContext) {
    head = nil
    let written = context.writeAndFlush(wrapOutboundOut(.end(nil)))
    guard !isStream, !request.isKeepAlive else { return }
    let boundContext = NIOLoopBound(context, eventLoop: context.eventLoop)
    written.whenComplete { _ in boundContext.value.close(promise: nil) }
  }

  private func write(_ part: HTTPServerResponsePart, _ context: ChannelHandlerContext, flush: Bool = false) {
    context.write(wrapOutboundOut(part), promise: nil)
    if flush {
      context.flush()
    }
  }

  /// The connection was reset, or a request could not be parsed and was already answered with 400.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
