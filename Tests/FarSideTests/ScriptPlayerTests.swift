import Testing

@testable import FarSide

/// Scripts without a socket: what is done after which event.
@Suite struct ScriptPlayerTests {
  /// Plays events and returns each action, carrying out writes and waits at once.
  private func play(_ player: inout ScriptPlayer, _ event: ScriptPlayer.Event) -> [ScriptPlayer.Action] {
    var actions: [ScriptPlayer.Action] = []
    var next = player.handle(event)
    while let action = next {
      actions.append(action)
      next = player.handle(.done)
    }
    return actions
  }

  private func text(_ actions: [ScriptPlayer.Action]) -> String {
    actions.map { action in
      guard case .write(let bytes) = action else { return "<\(action)>" }
      return String(decoding: bytes, as: UTF8.self)
    }.joined()
  }

  @Test func aListThatReadsStartsAgain() {
    let ok = ScriptedResponse(body: .bytes(Array("hi".utf8)))
    var player = ScriptPlayer(steps: [.readRequest, .respond(ok)])
    #expect(play(&player, .connected).isEmpty)
    for _ in 0..<3 {
      #expect(play(&player, .head(RequestHead(method: "GET"))).isEmpty)
      #expect(text(play(&player, .end)) == "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi")
    }
  }

  @Test func aListThatBeginsWithTheHeadDoesNotWaitForTheBody() {
    let refused = ServerStep.respond(ScriptedResponse(status: 403))
    var lists = [[ServerStep.readHead, refused], [refused]]
    var player = ScriptPlayer { _ in lists.removeFirst() }
    #expect(play(&player, .connected).isEmpty)
    #expect(text(play(&player, .head(RequestHead(method: "POST")))).hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
    // The body still comes, and then the next request, whose list waits for its end.
    #expect(play(&player, .body(bytes: 10)).isEmpty && play(&player, .end).isEmpty)
    #expect(play(&player, .head(RequestHead(method: "POST"))).isEmpty && play(&player, .body(bytes: 10)).isEmpty)
    #expect(text(play(&player, .end)).hasPrefix("HTTP/1.1 403 Forbidden\r\n"))
  }

  @Test func pipelinedRequestsAreAnsweredInTurn() {
    var lists = [[ServerStep.respond(ScriptedResponse(status: 503))], [.respond(ScriptedResponse()), .close]]
    var player = ScriptPlayer { _ in lists.removeFirst() }
    #expect(play(&player, .connected).isEmpty)
    // Two requests arrive while the first one's answer is being written.
    #expect(player.handle(.head(RequestHead(method: "GET"))) == nil)
    let first = player.handle(.end)
    #expect(player.handle(.head(RequestHead(method: "GET"))) == nil)
    #expect(player.handle(.end) == nil)
    #expect(text([first].compactMap { $0 }).hasPrefix("HTTP/1.1 503 Service Unavailable\r\n"))
    let rest = play(&player, .done)
    #expect(text(rest).hasPrefix("HTTP/1.1 200 OK\r\n"))
    #expect(rest.last == .close)
  }

  @Test func bodiesBreakOffWhereTheyShould() {
    var response = ScriptedResponse(body: .filler(count: 40_000), framing: .chunked, stopsAfter: 10)
    var player = ScriptPlayer(steps: [.readHead, .respond(response), .reset])
    _ = play(&player, .connected)
    let chunked = text(play(&player, .head(RequestHead(method: "GET"))))
    #expect(chunked.hasSuffix("\r\n<reset>") && !chunked.contains("0\r\n\r\n"))
    #expect(chunked.contains("\r\n\r\na\r\n"))
    response.framing = .length
    response.declaredLength = 99
    player = ScriptPlayer(steps: [.readHead, .respond(response), .halfClose])
    _ = play(&player, .connected)
    #expect(text(play(&player, .head(RequestHead(method: "GET")))).contains("Content-Length: 99\r\n"))
  }

  @Test func aPacedBodyPausesBetweenPortionsAndNotAfterTheLast() {
    let response = ScriptedResponse(
      body: .bytes(Array("abc".utf8)), pace: ScriptedResponse.Pace(bytes: 1, interval: 5))
    var player = ScriptPlayer(steps: [.respond(response), .stall])
    let actions = play(&player, .connected)
    #expect(text(actions).hasSuffix("\r\n\r\na<wait(nanoseconds: 5)>b<wait(nanoseconds: 5)>c"))
  }

  @Test func headHasNoBodyAndPartOfABodyCanBeWaitedFor() {
    var player = ScriptPlayer(steps: [
      .readHead, .readBody(bytes: 100), .respond(ScriptedResponse(body: .bytes([1, 2, 3]))),
    ])
    _ = play(&player, .connected)
    #expect(play(&player, .head(RequestHead(method: "HEAD"))).isEmpty)
    #expect(play(&player, .body(bytes: 99)).isEmpty)
    #expect(text(play(&player, .body(bytes: 1))) == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n")
  }
}
