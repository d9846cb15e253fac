/// Plays lists of steps on one connection. It takes events, returns actions, and knows no socket and no clock.
///
/// There is one action at a time. The caller carries it out, reports `.done` when it has happened, and gets the next
/// one.
struct ScriptPlayer {
  enum Event: Equatable {
    case connected
    case head(RequestHead)
    case body(bytes: Int)
    case end
    /// The client has acknowledged a PING of HTTP/2.
    case pong
    /// The client has said something on a WebSocket.
    case webSocket(WebSocketStep.Awaited)
    /// The last action is complete: bytes are written, or a time is over.
    case done
  }

  enum Action: Equatable {
    case write([UInt8])
    /// A part of a response of HTTP/2 or HTTP/3.
    case part(HTTP2ResponsePart)
    /// Frames of HTTP/2 that belong to no response.
    case frames(HTTP2Step)
    /// What HTTP/3 does besides responses.
    case http3(HTTP3Step)
    /// The handshake of a WebSocket is answered.
    case upgrade(WebSocketConduct)
    /// A frame of a WebSocket.
    case webSocketFrame(ScriptedWebSocketFrame)
    case wait(nanoseconds: Int64)
    case halfClose
    case stopReading
    case close
    case cut
    case reset
    case handshake
    /// Serves what comes from here on as if it came to this port.
    case tunnel(port: UInt16)
  }

  /// The parts of a step.
  private enum Item {
    case needsHead
    case needsBody(bytes: Int)
    case needsEnd
    case act(Action)
    case needsPong
    case needs(WebSocketStep.Awaited)
    /// Opens the window again and again until the request has ended.
    case drip(bytes: Int, interval: Int64)
    /// The list for the request whose head has just been read.
    case nextList
    case stall
  }

  private let listOfRequest: ((RequestHead) -> [ServerStep])?
  /// The number of the request that begins.
  private let number: () -> Int
  private var steps: [ServerStep]
  private var place = 0
  private var agenda: [Item] = []
  private var portions: (any ResponsePortioning)?
  private var isActing = false
  private let isHTTP2: Bool
  private var pongs = 0
  /// What the client has said on a WebSocket that no step has waited for.
  private var said: [WebSocketStep.Awaited: Int] = [:]
  private var streamed: StreamedResponse
  /// The request that was read last.
  private(set) var request = ScriptedRequest()
  /// Requests that arrived before the script asked for them. A client may send the next request before the last one is
  /// answered.
  private var waiting: [ScriptedRequest] = []

  /// The number of requests that have arrived and that no step has asked for.
  var waitingCount: Int { waiting.count }

  /// True if it does nothing more unless another request arrives, or at all.
  var isIdle: Bool {
    guard !isActing, waiting.isEmpty else { return false }
    switch agenda.first {
    case .needsHead, .stall: return true
    default: return false
    }
  }

  /// Plays one list on the connection. A list that reads requests repeats.
  /// - Parameter number: the number of the next request, for `ResponseTemplate`.
  init(steps: [ServerStep], isHTTP2: Bool = false, number: @escaping () -> Int = { 1 }) {
    self.steps = steps
    self.isHTTP2 = isHTTP2
    self.number = number
    streamed = StreamedResponse(isHTTP2: isHTTP2)
    listOfRequest = nil
  }

  /// Plays a list for each request, when the request has been read completely, or when its head has been read if the list begins with
  /// `readHead`. `listOfRequest` returns the list.
  init(
    isHTTP2: Bool = false, number: @escaping () -> Int = { 1 }, listOfRequest: @escaping (RequestHead) -> [ServerStep]
  ) {
    steps = []
    self.isHTTP2 = isHTTP2
    self.number = number
    streamed = StreamedResponse(isHTTP2: isHTTP2)
    self.listOfRequest = listOfRequest
  }

  /// Takes an event. Returns the next action, or nil if another event has to come first.
  /// - Parameter stream: the stream of HTTP/2 on which it happened; 0 in HTTP/1.1.
  mutating func handle(_ event: Event, on stream: UInt32 = 0) -> Action? {
    switch event {
    case .connected: break
    case .done: isActing = false
    case .head(let head): waiting.append(ScriptedRequest(head: head, stream: stream))
    case .body(let bytes): latest(on: stream) { $0.bodyBytes += bytes }
    case .end: latest(on: stream) { $0.hasEnded = true }
    case .pong: pongs += 1
    case .webSocket(let what): said[what, default: 0] += 1
    }
    return isActing ? nil : advance()
  }

  /// Updates the request that arrives on a stream.
  private mutating func latest(on stream: UInt32, _ change: (inout ScriptedRequest) -> Void) {
    if let place = waiting.lastIndex(where: { $0.stream == stream }) {
      change(&waiting[place])
    } else if request.stream == stream {
      change(&request)
    }
  }

  private mutating func advance() -> Action? {
    while true {
      guard let item = agenda.first else {
        guard refill() else { return nil }
        continue
      }
      switch item {
      case .needsHead:
        guard !waiting.isEmpty else { return nil }
        request = waiting.removeFirst()
        request.number = number()
        streamed.reset()
      case .needsBody(let bytes):
        guard request.bodyBytes >= bytes || request.hasEnded else { return nil }
      case .needsEnd:
        guard request.hasEnded else { return nil }
      case .needsPong:
        guard pongs > 0 else { return nil }
        pongs -= 1
      case .needs(let what):
        guard said[what, default: 0] > 0 else { return nil }
        said[what, default: 0] -= 1
      case .drip(let bytes, let interval):
        guard !request.hasEnded else { break }
        agenda = [
          .act(.frames(.openWindow(bytes: bytes))), .act(.wait(nanoseconds: interval)),
          .drip(bytes: bytes, interval: interval),
        ]
        continue
      case .nextList:
        steps = listOfRequest?(request.head) ?? []
        place = 0
        if steps.first == .readHead {
          place = 1
        } else {
          agenda.insert(.needsEnd, at: 1)
        }
      case .stall:
        return nil
      case .act(let action):
        agenda.removeFirst()
        isActing = true
        return action
      }
      agenda.removeFirst()
    }
  }

  /// Schedules what comes next. Returns false if there is nothing more to do on this connection.
  private mutating func refill() -> Bool {
    if let portion = portions?.next() {
      agenda = [.act(portion.action)]
      if portion.pause > 0 { agenda.append(.act(.wait(nanoseconds: portion.pause))) }
      return true
    }
    portions = nil
    if place < steps.count {
      agenda = items(of: steps[place])
      place += 1
      return true
    }
    if listOfRequest != nil {
      agenda = [.needsHead, .nextList]
      return true
    }
    place = 0
    return steps.contains { $0.reads }
  }

  private mutating func items(of step: ServerStep) -> [Item] {
    switch step {
    case .readHead, .readHello: return [.needsHead]
    case .readRequest: return [.needsHead, .needsEnd]
    case .readBody(let bytes): return [.needsBody(bytes: bytes)]
    case .send(let bytes): return [.act(.write(bytes))]
    case .respond(let scripted):
      let response = PartialResponse(request: request.head).applied(
        to: ResponseTemplate(request: request).filled(scripted))
      portions =
        isHTTP2
        ? HTTP2ResponsePortions(response, method: request.method)
        : ResponsePortions(response, method: request.method)
      return []
    case .http2(.ping): return [.act(.frames(.ping)), .needsPong]
    case .http2(.dripWindow(let bytes, let interval)): return [.drip(bytes: bytes, interval: interval)]
    case .http2(let step): return [.act(.frames(step))]
    case .http3(let step): return [.act(.http3(step))]
    case .stream(let step): return streamed.actions(step).map { .act($0) }
    case .webSocket(.upgrade(let conduct)): return [.act(.upgrade(conduct))]
    case .webSocket(.send(let frame)): return [.act(.webSocketFrame(frame))]
    case .webSocket(.read(let what)): return [.needs(what)]
    case .wait(let nanoseconds): return [.act(.wait(nanoseconds: nanoseconds))]
    case .stall: return [.stall]
    case .halfClose: return [.act(.halfClose)]
    case .close: return [.act(.close)]
    case .cut: return [.act(.cut)]
    case .reset: return [.act(.reset)]
    case .stopReading: return [.act(.stopReading)]
    case .alert(let alert): return [.act(.write(alert.record))]
    case .handshake: return [.act(.handshake)]
    case .tunnel:
      guard let port = request.head.portOfTunnel else {
        portions = ResponsePortions(ScriptedResponse(status: 400), method: request.method)
        return []
      }
      let established = Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8)
      return [.act(.write(established)), .act(.tunnel(port: port)), .stall]
    }
  }
}

/// How much of a request has arrived.
struct ScriptedRequest {
  var head = RequestHead()
  var method: String { head.method }
  /// Its number among the requests to the server, from 1.
  var number = 1
  /// The stream of HTTP/2; 0 in HTTP/1.1.
  var stream: UInt32 = 0
  var bodyBytes = 0
  var hasEnded = false
}
