import NIOCore
import NIOHTTP1
import NIOTLS

/// Plays a script for the requests of a connection.
final class ScriptHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = ByteBuffer

  private var player: ScriptPlayer
  private let stage: ScriptStage
  private let log: ConnectionLog?
  private var bodyBytes = 0

  init(_ player: ScriptPlayer, _ stage: ScriptStage, _ log: ConnectionLog?) {
    self.player = player
    self.stage = stage
    self.log = log
  }

  func channelActive(context: ChannelHandlerContext) {
    if !stage.isWithinTLS { play(.connected, context) }
    context.fireChannelActive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted = event { play(.connected, context) }
    context.fireUserInboundEventTriggered(event)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      log?.request(method: head.method.rawValue, target: head.uri)
      bodyBytes = 0
      play(.head(method: head.method.rawValue), context)
    case .body(let bytes):
      bodyBytes += bytes.readableBytes
      play(.body(bytes: bytes.readableBytes), context)
    case .end:
      log?.requestEnded(bytes: bodyBytes)
      play(.end, context)
    }
  }

  private func play(_ event: ScriptPlayer.Event, _ context: ChannelHandlerContext) {
    guard let action = player.handle(event) else { return }
    if case .write(let bytes) = action, let status = Self.status(bytes) { log?.response(status: status) }
    stage.carryOut(action, context) { self.play(.done, context) }
  }

  /// The status code if these bytes start a response: `HTTP/1.1 200`.
  private static func status(_ bytes: [UInt8]) -> Int? {
    let start = String(decoding: bytes.prefix(12), as: UTF8.self)
    return start.hasPrefix("HTTP/1.") ? Int(start.suffix(3)) : nil
  }

  /// The client has reset the connection, or has sent something that is not HTTP. The script ends.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
