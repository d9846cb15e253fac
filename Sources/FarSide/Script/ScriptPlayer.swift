/// Plays lists of steps on one connection: events in, actions out. It knows no socket and no clock.
///
/// One action is in hand at a time: whoever carries it out says `.done` when it has happened, and is told what comes next.
struct ScriptPlayer {
  enum Event: Equatable {
    case connected
    case head(method: String)
    case body(bytes: Int)
    case end
    /// The last action has happened: bytes are written, a time is over.
    case done
  }

  enum Action: Equatable {
    case write([UInt8])
    case wait(nanoseconds: Int64)
    case halfClose
    case stopReading
    case close
    case cut
    case reset
    case handshake
  }

  /// What a step is made of.
  private enum Item {
    case needsHead
    case needsBody(bytes: Int)
    case needsEnd
    case act(Action)
    /// The list for the request that has just been read.
    case nextList
    case stall
  }

  private let listOfRequest: (() -> [ServerStep])?
  private var steps: [ServerStep]
  private var place = 0
  private var agenda: [Item] = []
  private var portions: ResponsePortions?
  private var isActing = false
  private var request = ScriptedRequest()
  /// Requests that have arrived before the script asked for them: a client may send the next before the last is answered.
  private var waiting: [ScriptedRequest] = []

  /// Plays one list on the connection, again and again if it reads.
  init(steps: [ServerStep]) {
    self.steps = steps
    listOfRequest = nil
  }

  /// Plays a list for each request, which `listOfRequest` hands out once the request has been read to its end.
  init(listOfRequest: @escaping () -> [ServerStep]) {
    steps = []
    self.listOfRequest = listOfRequest
  }

  /// Takes an event; the next thing to do, or nil if another event has to come first.
  mutating func handle(_ event: Event) -> Action? {
    switch event {
    case .connected: break
    case .done: isActing = false
    case .head(let method): waiting.append(ScriptedRequest(method: method))
    case .body(let bytes): latest { $0.bodyBytes += bytes }
    case .end: latest { $0.hasEnded = true }
    }
    return isActing ? nil : advance()
  }

  /// Changes the request that is arriving.
  private mutating func latest(_ change: (inout ScriptedRequest) -> Void) {
    if waiting.isEmpty { change(&request) } else { change(&waiting[waiting.count - 1]) }
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
      case .needsBody(let bytes):
        guard request.bodyBytes >= bytes || request.hasEnded else { return nil }
      case .needsEnd:
        guard request.hasEnded else { return nil }
      case .nextList:
        steps = listOfRequest?() ?? []
        place = 0
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

  /// Puts on the agenda what comes next; false if there is nothing more to do on this connection.
  private mutating func refill() -> Bool {
    if let portion = portions?.next() {
      agenda = [.act(.write(portion.bytes))]
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
      agenda = [.needsHead, .needsEnd, .nextList]
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
    case .respond(let response):
      portions = ResponsePortions(response, method: request.method)
      return []
    case .wait(let nanoseconds): return [.act(.wait(nanoseconds: nanoseconds))]
    case .stall: return [.stall]
    case .halfClose: return [.act(.halfClose)]
    case .close: return [.act(.close)]
    case .cut: return [.act(.cut)]
    case .reset: return [.act(.reset)]
    case .stopReading: return [.act(.stopReading)]
    case .alert(let alert): return [.act(.write(alert.record))]
    case .handshake: return [.act(.handshake)]
    }
  }
}
