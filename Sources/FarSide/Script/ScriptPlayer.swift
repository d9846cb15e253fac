/// Plays lists of steps on one connection. It takes events, returns actions, and knows no socket and no clock.
///
/// There is one action at a time. The caller carries it out, reports `.done` when it has happened, and gets the next
/// one.
struct ScriptPlayer {
  enum Event: Equatable {
    case connected
    case head(method: String)
    case body(bytes: Int)
    case end
    /// The last action is complete: bytes are written, or a time is over.
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

  /// The parts of a step.
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
  /// Requests that arrived before the script asked for them. A client may send the next request before the last one is
  /// answered.
  private var waiting: [ScriptedRequest] = []

  /// Plays one list on the connection. A list that reads requests repeats.
  init(steps: [ServerStep]) {
    self.steps = steps
    listOfRequest = nil
  }

  /// Plays a list for each request. `listOfRequest` returns the list when the request has been read completely.
  init(listOfRequest: @escaping () -> [ServerStep]) {
    steps = []
    self.listOfRequest = listOfRequest
  }

  /// Takes an event. Returns the next action, or nil if another event has to come first.
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

  /// Updates the request that is arriving.
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

  /// Schedules what comes next. Returns false if there is nothing more to do on this connection.
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

/// How much of a request has arrived.
struct ScriptedRequest {
  var method = ""
  var bodyBytes = 0
  var hasEnded = false
}
