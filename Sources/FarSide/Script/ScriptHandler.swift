import BackPressure
import NIOCore
import NIOHTTP1
import NIOTLS

/// Plays a script for the requests of a connection.
final class ScriptHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// Nothing is read while this many requests wait for the script.
  private static let mostWaiting = 64

  private var player: ScriptPlayer
  private var gate = ReadGate()
  private let stage: ScriptStage
  private let log: ConnectionLog?
  /// Whether the connection is established when the handler is added.
  private let isLate: Bool
  private var bodyBytes = 0
  /// Replaces this handler by those of another port; returns whether anything is served there.
  var openTunnel: ((ChannelHandlerContext, UInt16) throws -> Bool)?
  private var conduct: WebSocketConduct?
  private var hasSentClose = false

  init(_ player: ScriptPlayer, _ stage: ScriptStage, _ log: ConnectionLog?, isLate: Bool = false) {
    self.player = player
    self.stage = stage
    self.log = log
    self.isLate = isLate
  }

  func handlerAdded(context: ChannelHandlerContext) {
    // In a tunnel, the connection is established before.
    if isLate || (!stage.isWithinTLS && context.channel.isActive) { play(.connected, context) }
  }

  func channelActive(context: ChannelHandlerContext) {
    if !stage.isWithinTLS { play(.connected, context) }
    context.fireChannelActive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case TLSUserEvent.handshakeCompleted = event { play(.connected, context) }
    context.fireUserInboundEventTriggered(event)
  }

  func read(context: ChannelHandlerContext) { gate.read(context) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      log?.request(method: head.method.rawValue, target: head.uri)
      bodyBytes = 0
      play(.head(Self.head(head)), context)
    case .body(let bytes):
      bodyBytes += bytes.readableBytes
      play(.body(bytes: bytes.readableBytes), context)
    case .end:
      log?.requestEnded(bytes: bodyBytes)
      play(.end, context)
    }
  }

  private func play(_ event: ScriptPlayer.Event, _ context: ChannelHandlerContext) {
    let next = player.handle(event)
    gate.set(isOpen: player.waitingCount < Self.mostWaiting, context)
    guard let action = next else { return }
    if case .write(let bytes) = action, let status = Self.status(bytes) { log?.response(status: status) }
    switch action {
    case .tunnel(let port):
      tunnel(to: port, context)
    case .upgrade(let conduct):
      upgrade(conduct, context)
    case .webSocketFrame(let frame):
      if frame.opcode == 8 { hasSentClose = true }
      stage.carryOut(.write(WebSocketFrames.bytes(of: frame)), context) { self.play(.done, context) }
    default:
      stage.carryOut(action, context) { self.play(.done, context) }
    }
  }

  // MARK: - WebSocket

  /// Answers the client's handshake, and reads frames from then on.
  private func upgrade(_ conduct: WebSocketConduct, _ context: ChannelHandlerContext) {
    self.conduct = conduct
    let pipeline = context.pipeline.syncOperations
    do {
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      let inbox = WebSocketInboxHandler { self.take($0, context) }
      try pipeline.addHandler(inbox, position: .after(decoder))
      pipeline.removeHandler(decoder, promise: nil)
    } catch {
      return context.close(promise: nil)
    }
    log?.response(status: 101)
    // RFC 6455 section 4.1.
    let key = player.request.head.value(of: "Sec-WebSocket-Key") ?? ""
    stage.carryOut(.write(WebSocketFrames.handshake(key: key, conduct)), context) {
      self.play(.done, context)
    }
  }

  /// Does what the protocol asks for, unless the script forbids it, and lets the script go on.
  private func take(_ arrival: WebSocketArrival, _ context: ChannelHandlerContext) {
    switch arrival {
    case .message: play(.webSocket(.message), context)
    case .pong: play(.webSocket(.pong), context)
    case .ping(let payload):
      if conduct?.answersPings == true { send(WebSocketFrames.pong(payload), context) }
      play(.webSocket(.ping), context)
    case .close(let code):
      play(.webSocket(.close), context)
      guard conduct?.answersClose == true, !hasSentClose else { return }
      hasSentClose = true
      send(.close(code), context)
      stage.carryOut(.close, context) {}
    }
  }

  private func send(_ frame: ScriptedWebSocketFrame, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: WebSocketFrames.bytes(of: frame))), promise: nil)
  }

  /// Hands the connection on to the handlers of another port, which are added behind this one.
  private func tunnel(to port: UInt16, _ context: ChannelHandlerContext) {
    guard let openTunnel, (try? openTunnel(context, port)) == true else { return context.close(promise: nil) }
  }

  private static func head(_ head: HTTPRequestHead) -> RequestHead {
    RequestHead(
      method: head.method.rawValue, target: head.uri,
      fields: head.headers.map { ScriptedResponse.Header($0.name, $0.value) })
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
