import NIOCore
import NIOHTTP1
import NIOHTTP2

/// The handlers that serve the demo service on a connection, by HTTP/1.1 or by HTTP/2.
struct ServicePipeline: ProtocolPipeline {
  let service: DemoService
  let log: ConnectionLog?
  /// Whether a client may upgrade to HTTP/2 (RFC 7540 section 3.2). Within TLS, ALPN decides.
  let allowsUpgrade: Bool

  func addHTTP1(to pipeline: ChannelPipeline.SynchronousOperations) throws {
    let service = HTTPHandler(self.service, log)
    let encoder = HTTPResponseEncoder()
    let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
    let pipelining = HTTPServerPipelineHandler()
    let errors = HTTPServerProtocolErrorHandler()
    try pipeline.addHandlers([encoder, decoder])
    if allowsUpgrade {
      try pipeline.addHandler(
        UpgradeHandler(replacing: [encoder, decoder, pipelining, errors, service]) { request, pipeline in
          try pipeline.addHandler(UpgradedRequestHandler(request))
          try addHTTP2(to: pipeline)
        })
    }
    try pipeline.addHandlers([pipelining, errors])
    try pipeline.addHandler(service)
  }

  func addHTTP2(to pipeline: ChannelPipeline.SynchronousOperations) throws {
    let (demo, log) = (service, log)
    _ = try pipeline.configureHTTP2Pipeline(
      mode: .server, connectionConfiguration: .init(), streamConfiguration: .init()
    ) { stream in
      stream.eventLoop.makeCompletedFuture {
        let number = try stream.syncOptions?.getOption(HTTP2StreamChannelOptions.streamID)
        let codec = HTTP2FramePayloadToHTTP1ServerCodec()
        let service = HTTPHandler(demo, log?.stream(number.map { Int($0) } ?? 0), isStream: true)
        try stream.pipeline.syncOperations.addHandlers([codec, service])
      }
    }
    try pipeline.addHandler(HTTP2ErrorHandler())
  }
}

/// Closes a connection whose HTTP/2 is broken. Its GOAWAY has been sent by then.
final class HTTP2ErrorHandler: ChannelInboundHandler {
  typealias InboundIn = Never

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // An error of a stream ends only that stream.
    if error is NIOHTTP2Errors.StreamError { return }
    context.close(promise: nil)
  }
}
