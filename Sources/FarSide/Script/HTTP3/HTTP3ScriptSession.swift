import HTTP3
import NIOCore
import NIOHTTP1

/// Plays a script for a connection of HTTP/3, or for each of its requests.
final class HTTP3ScriptSession {
  /// How the server forgets a connection without a word.
  enum Leaving {
    /// It answers nothing any more.
    case silently
    /// It answers with stateless resets (RFC 9000 section 10.3).
    case resetting
  }

  /// The player of a script for a whole connection.
  private static let connection = UInt64.max
  private static let greatestStream: UInt64 = 1 << 62 - 4

  let transport: QUICTransport
  /// Set once the server has forgotten the connection.
  private(set) var leaving: Leaving?
  /// Called when a player has acted later than within ``react()``.
  var hasActed: () -> Void = {}

  private let server: HTTP3Server
  private let log: ConnectionLog?
  private let loop: any EventLoop
  private var inbox = HTTP3Inbox()
  private var players: [UInt64: ScriptPlayer] = [:]
  /// The requests whose responses are not over.
  private var open: Set<UInt64> = []
  private var bodyBytes: [UInt64: Int] = [:]
  /// Requests that the demo service answers once they are complete.
  private var incomplete: [UInt64: RequestHead] = [:]
  /// The players that wait until data is in packets, by the stream of the data.
  private var sending: [UInt64: UInt64] = [:]
  private var control: UInt64?
  /// The first request that is not answered, after a GOAWAY.
  private var firstExcluded = UInt64.max
  private var reads = true
  private var hasBegun = false
  private var hasHandshaken = false
  private var isOver = false

  init(_ server: HTTP3Server, _ transport: QUICTransport, _ log: ConnectionLog?, _ loop: any EventLoop) {
    self.server = server
    self.transport = transport
    self.log = log
    self.loop = loop
  }

  /// Acts on what the transport tells.
  func react() {
    openControlStream()
    if !server.playsByStream, !hasBegun {
      hasBegun = true
      players[Self.connection] = server.player { _ in [] }
      play(.connected, Self.connection)
    }
    for event in transport.takeEvents() {
      take(event)
      if isOver { return }
    }
  }

  /// Nothing is played any more.
  func end() {
    if !isOver, let trouble = transport.trouble, !hasHandshaken { log?.handshakeFailed(reason: trouble) }
    isOver = true
    players.removeAll()
  }

  private func openControlStream() {
    guard control == nil, let stream = transport.openStream() else { return }
    control = stream
    transport.send(HTTP3Frames.control, on: stream)
    inbox.note(control: HTTP3Frames.control, on: stream)
  }

  private func take(_ event: QUICTransport.Event) {
    switch event {
    case .handshaken:
      hasHandshaken = true
      log?.handshake()
    case .received(let stream, let bytes, let isEnd):
      if reads, !bytes.isEmpty { transport.openWindow(of: stream, by: bytes.count) }
      for event in inbox.read(bytes, on: stream, isEnd: isEnd) { take(event) }
    case .reset(let stream, let code): for event in inbox.reset(stream, code: code) { take(event) }
    case .stopped(let stream, _): abandon(stream)
    case .drained(let stream):
      if let player = sending.removeValue(forKey: stream) { play(.done, player) }
    }
  }

  private func take(_ event: HTTP3Inbox.Event) {
    switch event {
    case .request(let stream, let head): begin(stream, head)
    case .data(let stream, let bytes):
      bodyBytes[stream]? += bytes
      play(.body(bytes: bytes), on: stream)
    case .end(let stream):
      if let bytes = bodyBytes[stream] { log?.stream(Int(stream)).requestEnded(bytes: bytes) }
      if let head = incomplete.removeValue(forKey: stream) { play(.head(head), on: stream) }
      play(.end, on: stream)
      bodyBytes[stream] = nil
    case .reset(let stream): abandon(stream)
    }
  }

  private func begin(_ stream: UInt64, _ head: RequestHead) {
    guard stream < firstExcluded else { return }
    log?.stream(Int(stream)).request(method: head.method, target: head.target)
    bodyBytes[stream] = 0
    open.insert(stream)
    if server.playsByStream {
      players[stream] = server.player { [weak self] in self?.answer(to: $0, on: stream) ?? [] }
      play(.connected, stream)
    }
    if server.script.acts == nil {
      incomplete[stream] = head
    } else {
      play(.head(head), on: stream)
    }
  }

  /// The demo service's answer, as steps.
  private func answer(to request: RequestHead, on stream: UInt64) -> [ServerStep] {
    let asked = ServiceRequest(
      method: HTTPMethod(rawValue: request.method), target: RequestTarget(request.target),
      acceptEncoding: AcceptEncoding(request.fields.filter { $0.name.lowercased() == "accept-encoding" }.map(\.value)),
      bodyBytes: bodyBytes[stream] ?? 0)
    let response = server.service.respond(to: asked)
    let headers = response.headers.map { ScriptedResponse.Header($0.name, $0.value) }
    let more = [ScriptedResponse.Header("Date", HTTPDate.now()), ScriptedResponse.Header("Server", "headwind")]
    let body: ScriptedBody =
      switch response.body {
      case .bytes(let bytes): .bytes(bytes)
      case .filler(let count): .filler(count: count)
      }
    return [
      .wait(nanoseconds: response.delay.nanoseconds),
      .respond(ScriptedResponse(status: Int(response.status.code), headers: headers + more, body: body)),
    ]
  }

  /// The client wants no more of a stream. A script for the connection goes on.
  private func abandon(_ stream: UInt64) {
    incomplete[stream] = nil
    bodyBytes[stream] = nil
    finish(stream)
    let player = sending.removeValue(forKey: stream)
    if server.playsByStream {
      players[stream] = nil
    } else {
      play(.end, on: stream)
      if let player { play(.done, player) }
    }
  }

  private func finish(_ stream: UInt64) {
    open.remove(stream)
    inbox.close(stream)
  }

  // MARK: - Playing

  private func player(of stream: UInt64) -> UInt64 { server.playsByStream ? stream : Self.connection }

  /// Tells the player of a stream what happened on it.
  private func play(_ event: ScriptPlayer.Event, on stream: UInt64) {
    play(event, player(of: stream), on: UInt32(truncatingIfNeeded: stream))
  }

  private func play(_ event: ScriptPlayer.Event, _ player: UInt64, on stream: UInt32 = 0) {
    carryOut(players[player]?.handle(event, on: stream), for: player)
    // No request follows on a stream that has ended.
    if player != Self.connection, !open.contains(player), players[player]?.isIdle == true { players[player] = nil }
  }

  private func carryOut(_ action: ScriptPlayer.Action?, for player: UInt64) {
    guard let action, !isOver, let request = players[player]?.request else { return }
    let stream = UInt64(request.stream)
    switch action {
    case .part(let part): return send(part, on: stream, for: player)
    case .http3(let step): carryOut(step, on: stream)
    case .write(let bytes): if open.contains(stream) { transport.send(bytes, on: stream) }
    case .halfClose:
      transport.send([], on: stream, isEnd: true)
      finish(stream)
    case .stopReading: reads = false
    case .close: carryOut(.abort(.noError), on: stream)
    case .cut: leave(.silently)
    case .reset: leave(.resetting)
    case .wait(let time):
      loop.assumeIsolated().scheduleTask(in: .nanoseconds(time)) { [weak self] in
        guard let self, !isOver else { return }
        play(.done, player)
        hasActed()
      }
      return
    case .frames, .handshake, .tunnel, .upgrade, .webSocketFrame: break
    }
    play(.done, player)
  }

  private func leave(_ how: Leaving) {
    leaving = how
    isOver = true
  }

  private func send(_ part: HTTP2ResponsePart, on stream: UInt64, for player: UInt64) {
    guard open.contains(stream) else { return play(.done, player) }
    switch part {
    case .head(let fields, let isLast):
      if let status = fields.first.flatMap({ Int($0.value) }) { log?.stream(Int(stream)).response(status: status) }
      transport.send(HTTP3Frames.head(fields), on: stream, isEnd: isLast)
      if isLast { finish(stream) }
      play(.done, player)
    case .data(let bytes, let end):
      var frames = bytes.isEmpty ? [] : HTTP3Frames.frame(.data, bytes)
      if case .trailers(let fields) = end { frames += HTTP3Frames.head(fields) }
      transport.send(frames, on: stream, isEnd: end != nil)
      if end != nil { finish(stream) }
      if frames.isEmpty { return play(.done, player) }
      sending[stream] = player
    }
  }

  private func carryOut(_ step: HTTP3Step, on stream: UInt64) {
    switch step {
    case .interim(let status):
      transport.send(HTTP3Frames.head([ScriptedResponse.Header(":status", String(status))]), on: stream)
    case .resetStream(let code):
      transport.reset(stream, code: code.rawValue)
      finish(stream)
    case .goaway(let last):
      // It names the first request that is not answered.
      let first: UInt64 =
        switch last {
        case .this: stream + 4
        case .before: stream
        case .all: Self.greatestStream
        }
      firstExcluded = min(first, firstExcluded)
      if let control { transport.send(HTTP3Frames.goaway(first), on: control) }
    case .abort(let code): transport.close(code: code.rawValue)
    }
  }
}
