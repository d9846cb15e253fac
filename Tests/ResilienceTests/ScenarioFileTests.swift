import FarSide
import LinkConditions
import Testing

@testable import Resilience

@Suite struct ScenarioFileTests {
  private static func problems(_ text: String) -> [String] {
    do {
      _ = try ScenarioFile.scenarios(in: Array(text.utf8), file: "s.yaml")
      return []
    } catch {
      return error.lines
    }
  }

  private static func scenario(_ lines: String) -> String {
    "scenarios:\n  - id: a.b\n    ask: http://x.test/\n    shows: connected\n" + lines
  }

  private static let expect = "    expect: [{ must: fail }]\n"

  @Test func everyShippedScenarioIsRead() throws {
    var count = 0
    for file in StandardSuite.files {
      count += try ScenarioFile.scenarios(in: file.bytes, file: file.name).count
    }
    #expect(count == StandardSuite.scenarios.count && count > 40)
    #expect(Set(StandardSuite.scenarios.map(\.id)).count == count)
    for scenario in StandardSuite.scenarios {
      #expect(!scenario.summary.isEmpty && !scenario.rationale.isEmpty && !scenario.source.isEmpty, "\(scenario.id)")
    }
  }

  @Test func eachShippedScenarioIsFoundById() {
    for entry in StandardSuite.entries {
      #expect(StandardSuite.scenario(entry.scenario.id)?.summary == entry.scenario.summary, "\(entry.scenario.id)")
    }
    #expect(StandardSuite.scenario("head.nothing") == nil && StandardSuite.scenario("") == nil)
  }

  @Test func everyPhraseIsReadBackFromItsWords() throws {
    for scenario in StandardSuite.scenarios {
      for expectation in scenario.expectations {
        let words = expectation.demand.words.replacing(" (+10 %)", with: "").replacing(
          "most once", with: "most 1 times"
        )
        .replacing("1 response", with: "1 responses").replacing("responsess", with: "responses")
        .replacing("bytes of", with: "B of").replacing("bytes from", with: "B from")
        #expect(try DemandPhrase.demand(in: words) == expectation.demand, "\(words)")
      }
    }
  }

  /// Suite files that were written for an earlier version are still read.
  @Test(arguments: [
    ("ask each name at most 2 times", Demand.queryEachNameAtMost(times: 2)),
    ("back off from one request to the next", .backOff), ("never count progress back", .neverDecreaseProgress),
    ("say TLS or SSL", .print(["TLS", "SSL"])), ("send at most 3 requests in all", .sendInTotal(atMost: 3)),
    ("leave no part of the body behind", .leaveNoPartialBody),
    ("tell a full pool from a slow server", .reportFullPool), ("end by itself", .exitCleanly),
  ])
  func earlierPhrasesAreRead(text: String, demand: Demand) throws {
    #expect(try DemandPhrase.demand(in: text) == demand)
  }

  @Test(arguments: [
    ("", "s.yaml:1:1: error: the file is empty; there is no scenario in it"),
    ("scenarios: []", "s.yaml:1:12: error: scenarios: missing; write 'scenarios:' with a list of scenarios"),
    (
      "scenarios:\n  - id: a.b\n    ask: http://x/\n    shows: connected\n",
      "s.yaml:2:5: error: scenarios[1].expect: missing; write a list such as '- must: fail'"
    ),
    (
      scenario("    expect: [{ must: explode }]\n"),
      "s.yaml:5:22: error: scenarios[1].expect[1].must: 'explode' is not a known expectation"
    ),
    (
      scenario("    expect: [{ must: give up by the dedline }]\n"),
      "s.yaml:5:22: error: scenarios[1].expect[1].must: 'give up by the dedline' is not a known expectation; did you mean 'give up by the deadline'?"
    ),
    (
      scenario("    expect: [{ must: end within 3 }]\n"),
      "s.yaml:5:22: error: scenarios[1].expect[1].must: 'end within 3' has no unit"
    ),
    (
      scenario("    expct: 1\n" + expect),
      "s.yaml:5:5: error: scenarios[1].expct: unknown key; did you mean 'expect'? (allowed: \(ScenarioReader.keys.joined(separator: ", ")))"
    ),
    (
      scenario("    http: { connections: [[read-requst]] }\n" + expect),
      "s.yaml:5:28: error: scenarios[1].http.connections[1][1]: 'read-requst' is not a step; did you mean 'read-request'? (the steps are: close, continue, end, half-close, read-close, read-head, read-message, read-ping, read-pong, read-request, reset, stall, stop-reading, upgrade, read-body: ..., send: ..., respond: ..., wait: ..., start: ..., body-part: ..., sse: ..., end: ..., upgrade: ..., ws: ..., ws-frame: ...)"
    ),
    (
      scenario("    http: { listen: never, requests: [[stall]] }\n" + expect),
      "s.yaml:5:38: error: scenarios[1].http.requests: no connection is accepted on a port with 'listen: never'"
    ),
    (
      scenario("    http: { requests: [[{ respond: { body: 1 KB, stop-after: 2 KB } }]] }\n" + expect),
      "s.yaml:5:62: error: scenarios[1].http.requests[1][1].respond.stop-after: the body has only 1000 bytes"
    ),
    (
      scenario("    expect: [{ must: end within 1 s of the cancel }]\n"),
      "s.yaml:5:13: error: scenarios[1].expect: 'end within 1.00 s of the cancel', but there is no 'cancel:' with a time"
    ),
    (
      scenario("    dns: { x.test: { a: 1.2.3 } }\n" + expect),
      "s.yaml:5:25: error: scenarios[1].dns.x.test.a: '1.2.3' is neither one of here, there, dead, unreachable, none, silence nor an address"
    ),
    (
      scenario("    then: Black Hole someday\n" + expect),
      "s.yaml:5:11: error: scenarios[1].then: 'Black Hole someday' does not say what starts the profile; write it as 'PROFILE after 2 s' or 'PROFILE when response-started'"
    ),
  ])
  func whatIsWrongIsSaidWithItsPlace(text: String, problem: String) {
    #expect(Self.problems(text) == [problem])
  }

  /// What cannot be true at once, or never happens.
  @Test(arguments: [
    ("    expect: [{ must: fail }, { must: succeed }]\n", "a client cannot both 'fail' and 'succeed'"),
    ("    profile: Slw Net\n" + expect, "there is no profile 'Slw Net'; did you mean 'Slow Net'?"),
    ("    profile: \"{ dely: 1 s }\"\n" + expect, "dely: unknown key; did you mean 'delay'?"),
    ("    then: Blck Hole after 1 s\n" + expect, "there is no profile 'Blck Hole'; did you mean 'Black Hole'?"),
    (
      "    http: { connections: [[read-request, close, stall]] }\n" + expect,
      "http.connections[1][3]: is never reached; the step before it ends the connection"
    ),
    ("    deadline: 3 s\n    cancel: 3 s\n" + expect, "must be before the deadline, which is 3 s"),
    ("    expect: [{ must: send the whole body }]\n", "'send the whole body', but 'ask' has no body to send"),
    ("    uses: token-refresh\n" + expect, "'token-refresh' needs 'auth', a token that the client begins with"),
    ("    uses: resumable-uploads\n" + expect, "'resumable-uploads' needs a body to send in 'ask'"),
    (
      "    expect: [{ must: refresh the token at most 1 times }]\n",
      "'refresh the token at most once', but there is no 'auth:' with a token"
    ),
    ("    auth: { token: a, refresh-token: b, url: y }\n" + expect, "auth.url: 'y' is not a URL"),
    ("    auth: { token: é, refresh-token: b, url: http://y.test/ }\n" + expect, "auth.token: 'é' is not a token"),
    ("    http: { listen: refuse }\n" + expect, "'connected' never happens if no connection is accepted"),
    ("    expect: [{ must: open no connection }]\n", "but the client must 'open no connection'"),
    ("    http: { requests: [[{ respond: { body: 2 GB } }]] }\n" + expect, "body: write at most 1 GB"),
  ])
  func contradictionsAreFound(text: String, words: String) {
    let found = Self.problems(Self.scenario(text))
    #expect(found.count == 1 && found[0].contains(words), "\(found)")
  }

  @Test func aClientIsAskedForSomething() {
    let text = Self.scenario(Self.expect).replacing("ask: http://x.test/", with: "ask: []")
    #expect(Self.problems(text).first?.contains("the list is empty") == true)
    let hello = Self.scenario(Self.expect).replacing("shows: connected", with: "shows: hello-sent")
    #expect(Self.problems(hello).first?.contains("never happens without an https:// URL") == true)
  }

  @Test func twoScenariosOfOneNameAreRefused() {
    let one = Self.scenario(Self.expect)
    let two = one + one.split(separator: "\n").dropFirst().joined(separator: "\n")
    #expect(Self.problems(two) == ["s.yaml:6:5: error: a.b: another scenario in this file has the same id"])
  }

  @Test func mutatedSuitesTrapNothing() throws {
    let file = try #require(StandardSuite.files.first)
    var random = SystemRandomNumberGenerator()
    for _ in 0..<300 {
      var bytes = file.bytes
      for _ in 0...Int.random(in: 0..<5, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0x09...0x7e, using: &random)
      }
      _ = try? ScenarioFile.scenarios(in: bytes, file: "m.yaml")
    }
  }
}
