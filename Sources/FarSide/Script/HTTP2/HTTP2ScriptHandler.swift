import BackPressure
import HTTP2
import NIOCore

/// Plays a script for a connection of HTTP/2, or for each of its streams.
///
/// It writes frames itself, because a script decides about each of them, and some are those that no correct server sends.
final class HTTP2ScriptHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private static let pingData: UInt64 = 0x6865_6164_7769_6e64
  private static let greatestStream: UInt32 = 0x7FFF_FFFF
  /// The player of a script for a whole connection.
  private static let connection: UInt32 = 0
  /// The most streams at a time if the script sets no limit. Real servers allow 100 to 1000.
  private static let mostStreams = 1000
  /// Nothing is read while this many requests wait for a script for the connection.
  private static let mostWaiting = 1000
  /// The most bytes that are handed to the connection before they have left.
  private static let largestDelivery = 256 << 10

  private let script: HTTP2Script
  private let makePlayer: () -> ScriptPlayer
  private let stage: ScriptStage
  private let log: ConnectionLog?
  private var inbox = HTTP2Inbox()
  private var outbox = HTTP2Outbox()
  /// The players, by stream.
  private var players: [UInt32: ScriptPlayer] = [:]
  /// The players that wait until data has left, by the stream of the data.
  private var sending: [UInt32: UInt32] = [:]
  private var bodyBytes: [UInt32: Int] = [:]
  /// The last stream that is answered, after a GOAWAY.
  private var lastStream: UInt32?
  private var gate = ReadGate()

  /// - Parameter makePlayer: the player of the next connection, or of the next stream.
  init(_ script: HTTP2Script, _ stage: ScriptStage, _ log: ConnectionLog?, makePlayer: @escaping () -> ScriptPlayer) {
    self.script = script
    self.stage = stage
    self.log = log
    self.makePlayer = makePlayer
  }

  private var playsByStream: Bool {
    if case .connections = script.acts { false } else { true }
  }

  func handlerAdded(context: ChannelHandlerContext) {
    write(HTTP2Frames.settings(script.settings), context)
    guard !playsByStream else { return }
    players[Self.connection] = makePlayer()
    play(.connected, Self.connection, context)
  }

  func read(context: ChannelHandlerContext) { gate.read(context) }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    for event in inbox.read(Array(unwrapInboundIn(data).readableBytesView)) { take(event, context) }
    deliver(context)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    deliver(context)
    context.fireChannelWritabilityChanged()
  }

  private func take(_ event: HTTP2Inbox.Event, _ context: ChannelHandlerContext) {
    switch event {
    case .request(let stream, let head): begin(stream, head, context)
    case .data(let stream, let bytes):
      if script.opensWindows { openWindow(of: stream, by: bytes, context) }
      bodyBytes[stream]? += bytes
      play(.body(bytes: bytes), on: stream, context)
    case .end(let stream):
      if let bytes = bodyBytes.removeValue(forKey: stream) { log?.stream(Int(stream)).requestEnded(bytes: bytes) }
      play(.end, on: stream, context)
    case .reset(let stream): abandon(stream, context)
    case .settings(let settings):
      outbox.apply(settings)
      if script.acknowledgesSettings { write(HTTP2Frames.settingsAcknowledgment, context) }
    case .window(let stream, let increment): outbox.openWindow(of: stream, by: increment)
    case .ping(let data):
      if script.answersPings { write(HTTP2Frames.ping(data, isAcknowledgment: true), context) }
    case .pong: for player in players.keys.sorted() { play(.pong, player, context) }
    }
  }

  private func player(of stream: UInt32) -> UInt32 { playsByStream ? stream : Self.connection }

  private func begin(_ stream: UInt32, _ head: RequestHead, _ context: ChannelHandlerContext) {
    if let lastStream, stream > lastStream { return }
    if outbox.count >= script.mostStreams ?? Self.mostStreams || players.count > Self.mostStreams {
      return write(HTTP2Frames.resetStream(stream, .refusedStream), context)
    }
    log?.stream(Int(stream)).request(method: head.method, target: head.target)
    bodyBytes[stream] = 0
    outbox.open(stream)
    if playsByStream {
      players[stream] = makePlayer()
      play(.connected, stream, context)
    }
    play(.head(head), on: stream, context)
  }

  /// The client wants no more of a stream. A script for the connection goes on.
  private func abandon(_ stream: UInt32, _ context: ChannelHandlerContext) {
    outbox.close(stream)
    bodyBytes[stream] = nil
    if playsByStream {
      players[stream] = nil
      sending[stream] = nil
    } else {
      play(.end, on: stream, context)
      if let player = sending.removeValue(forKey: stream) { play(.done, player, context) }
    }
  }

  private func openWindow(of stream: UInt32, by bytes: Int, _ context: ChannelHandlerContext) {
    guard bytes > 0 else { return }
    write(HTTP2Frames.windowUpdate(0, by: bytes), context)
    if outbox.isOpen(stream) { write(HTTP2Frames.windowUpdate(stream, by: bytes), context) }
  }

  // MARK: - Playing

  /// Tells the player of a stream what happened on it.
  private func play(_ event: ScriptPlayer.Event, on stream: UInt32, _ context: ChannelHandlerContext) {
    play(event, player(of: stream), on: stream, context)
  }

  private func play(
    _ event: ScriptPlayer.Event, _ player: UInt32, on stream: UInt32 = 0, _ context: ChannelHandlerContext
  ) {
    let action = players[player]?.handle(event, on: stream)
    if let waiting = players[Self.connection]?.waitingCount { gate.set(isOpen: waiting < Self.mostWaiting, context) }
    carryOut(action, for: player, context)
    // No request follows on a stream that has ended.
    if player != Self.connection, !outbox.isOpen(player), players[player]?.isIdle == true { players[player] = nil }
  }

  private func carryOut(_ action: ScriptPlayer.Action?, for player: UInt32, _ context: ChannelHandlerContext) {
    guard let action, let stream = players[player]?.request.stream else { return }
    switch action {
    case .part(let part): send(part, on: stream, for: player, context)
    case .frames(let step):
      write(frames(step, on: stream), context)
      if case .endlessHead(let bytes, let interval) = step {
        return continueHead(of: stream, bytes: bytes, interval: interval, from: 0, context)
      }
      play(.done, player, context)
    default: stage.carryOut(action, context) { self.play(.done, player, context) }
    }
  }

  private func send(
    _ part: HTTP2ResponsePart, on stream: UInt32, for player: UInt32, _ context: ChannelHandlerContext
  ) {
    guard outbox.isOpen(stream) else { return play(.done, player, context) }
    switch part {
    case .head(let fields, let isLast):
      if let status = fields.first.flatMap({ Int($0.value) }) { log?.stream(Int(stream)).response(status: status) }
      write(HTTP2Frames.head(fields, stream: stream, endsStream: isLast), context)
      if isLast { outbox.close(stream) }
      play(.done, player, context)
    case .data(let bytes, let end):
      outbox.send(bytes, end: end, on: stream)
      sending[stream] = player
      deliver(context)
    }
  }

  /// Writes what the client's windows allow, and lets the players go on whose data has left.
  private func deliver(_ context: ChannelHandlerContext) {
    guard context.channel.isWritable else { return }
    let delivery = outbox.delivery(atMost: Self.largestDelivery)
    guard !delivery.bytes.isEmpty || !delivery.finished.isEmpty else { return }
    let players = delivery.finished.compactMap { sending.removeValue(forKey: $0) }
    // If a write fails, the connection is gone and nothing follows.
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: delivery.bytes))).assumeIsolated().whenSuccess {
      guard context.channel.isActive else { return }
      for player in players { self.play(.done, player, context) }
      self.deliver(context)
    }
  }

  // MARK: - Frames

  private func frames(_ step: HTTP2Step, on stream: UInt32) -> [UInt8] {
    switch step {
    case .interim(let status):
      return HTTP2Frames.head([ScriptedResponse.Header(":status", String(status))], stream: stream, endsStream: false)
    case .resetStream(let code):
      outbox.close(stream)
      return HTTP2Frames.resetStream(stream, code)
    case .goaway(let last, let code):
      let number = number(last, stream)
      lastStream = min(number, lastStream ?? .max)
      return HTTP2Frames.goaway(last: number, code)
    case .openWindow(let bytes), .dripWindow(let bytes, _):
      return HTTP2Frames.windowUpdate(0, by: bytes)
        + (outbox.isOpen(stream) ? HTTP2Frames.windowUpdate(stream, by: bytes) : [])
    case .ping: return HTTP2Frames.ping(Self.pingData)
    case .endlessHead:
      let block = HPACKLiterals.block([ScriptedResponse.Header(":status", "200")])
      return HTTP2Frames.frame(.headers, stream: stream, block)
    case .frame(let frame):
      return HTTP2Frames.frame(frame.type, flags: frame.flags, stream: frame.stream ?? stream, frame.payload)
    }
  }

  private func number(_ last: HTTP2Step.LastStream, _ stream: UInt32) -> UInt32 {
    switch last {
    case .this: stream
    // A client's streams have odd numbers.
    case .before: stream > 2 ? stream - 2 : 0
    case .all: Self.greatestStream
    }
  }

  /// Goes on with a head until the connection is gone.
  private func continueHead(
    of stream: UInt32, bytes: Int, interval: Int64, from place: Int, _ context: ChannelHandlerContext
  ) {
    stage.carryOut(.wait(nanoseconds: interval), context) {
      // Ever new values, so that no client can keep only one of them.
      let value = ScriptedBody.filler(count: .max).bytes(in: place..<(place + bytes))
      let field = ScriptedResponse.Header("x-filler", String(decoding: value, as: UTF8.self))
      self.write(HTTP2Frames.frame(.continuation, stream: stream, HPACKLiterals.block([field])), context)
      self.continueHead(of: stream, bytes: bytes, interval: interval, from: place &+ bytes, context)
    }
  }

  private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
  }

  /// The client has reset the connection, or TLS has failed. The script ends.
  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}
