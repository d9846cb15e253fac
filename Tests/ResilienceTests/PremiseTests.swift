import Streams
import TestSupport
import Testing
import Wire

@testable import Resilience

/// Scenarios that did not take place for a client, and those that do not concern it.
@Suite(.waiting) struct PremiseTests {
  private let judge = Judge(deadline: 5_000_000_000)

  private func kinds(
    _ premises: [Trigger], use: Use? = nil, _ expectation: Resilience.Expectation, _ outcome: ClientOutcome,
    _ frames: TestFrames, lost: Int = 0
  ) -> [Verdict.Kind] {
    var scenario = Scenario(
      id: "a.b", requests: [AskedRequest(url: "http://a/x"), AskedRequest(url: "http://a/y")], trigger: .clientStarted,
      use: use, expectations: [expectation])
    scenario.premises = premises
    var evidence = frames.evidence
    evidence.lostPackets = lost
    return judge.verdicts(on: scenario, outcome, evidence).map(\.kind)
  }

  /// Requests on connections of their own, or on one, each answered at once.
  private func talk(targets: [String], isOne: Bool, closes: Bool = false) -> TestFrames {
    var frames = TestFrames()
    var (sent, received): (UInt32, UInt32) = (1, 1)
    for (index, target) in targets.enumerated() {
      let port = UInt16(40000 + (isOne ? 0 : index))
      let time = Double(index)
      if index == 0 || !isOne {
        (sent, received) = (1, 1)
        frames.tcp(.client, .syn, at: time, port: port)
        frames.tcp(.server, [.syn, .ack], at: time + 0.1, port: port)
      }
      let request = Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)
      let response = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".utf8)
      frames.tcp(.client, [.ack, .psh], at: time + 0.2, bytes: request, port: port, sequence: sent)
      frames.tcp(.server, [.ack, .psh], at: time + 0.3, bytes: response, port: port, sequence: received)
      (sent, received) = (sent + UInt32(request.count), received + UInt32(response.count))
      if closes { frames.tcp(.client, [.fin, .ack], at: time + 0.4, port: port, sequence: sent) }
    }
    return frames
  }

  @Test func whatDidNotHappenIsInconclusive() {
    let one = talk(targets: ["/x"], isOne: false)
    let outcome = TestFrames.outcome(seconds: 3, status: 0)
    #expect(kinds([.responseStarted], .must(.exitCleanly), outcome, one) == [.pass])
    for premise in [Trigger.packetLost, .everyRequestSent, .connectionReused, .linkDownTried] {
      #expect(kinds([.responseStarted, premise], .must(.exitCleanly), outcome, one) == [.inconclusive])
    }
    let both = talk(targets: ["/x", "/y"], isOne: true)
    #expect(kinds([.everyRequestSent, .connectionReused], .must(.exitCleanly), outcome, both) == [.pass])
    #expect(kinds([.packetLost], .must(.exitCleanly), outcome, one, lost: 1) == [.pass])
  }

  @Test func anAttemptOnALinkThatIsDownIsKnownFromTheKernel() {
    var outcome = TestFrames.outcome(seconds: 5, status: 0)
    outcome.begun = TestFrames.at(0.1)
    var frames = TestFrames()
    #expect(kinds([.linkDownTried], .must(.exitCleanly), outcome, frames) == [.pass])
    frames.tcp(.client, .syn, at: 3.1)
    #expect(kinds([.linkDownTried], .must(.exitCleanly), outcome, frames) == [.pass])
    outcome.begun = TestFrames.at(3.09)
    #expect(kinds([.linkDownTried], .must(.exitCleanly), outcome, frames) == [.inconclusive])
  }

  /// Its time counts from the attempt that the kernel refused, not from the first packet.
  @Test func anAttemptInVainStartsTheClock() {
    var outcome = TestFrames.outcome(seconds: 9, status: 0)
    outcome.begun = TestFrames.at(0.1)
    var frames = TestFrames()
    frames.tcp(.client, .syn, at: 5)
    #expect(kinds([.linkDownTried], .must(.giveUpByDeadline), outcome, frames) == [.fail])
    #expect(kinds([.connectionAttempted], .must(.giveUpByDeadline), outcome, frames) == [.pass])
  }

  /// How the process ended says something even if nothing happened on the wire.
  @Test func aClientThatFailsWhereItMustSucceedFails() {
    let frames = TestFrames()
    let failed = TestFrames.outcome(seconds: 1, status: 7)
    #expect(kinds([.requestSent], .must(.succeed), failed, frames) == [.fail, .inconclusive])
    #expect(kinds([.requestSent], .must(.fail), failed, frames) == [.inconclusive])
    let claimed = TestFrames.outcome(seconds: 1, status: 0)
    #expect(kinds([.requestSent], .must(.fail), claimed, frames) == [.fail, .inconclusive])
    let idle = TestFrames.outcome(seconds: 30, status: 143, wasEnded: true)
    #expect(kinds([.requestSent], .must(.giveUpByDeadline), idle, frames) == [.inconclusive])
  }

  @Test func whatAClientDoesNotUseDoesNotConcernIt() {
    let outcome = TestFrames.outcome(seconds: 3, status: 0)
    func kind(_ use: Use, _ frames: TestFrames) -> [Verdict.Kind] {
      kinds([.responseStarted], use: use, .must(.exitCleanly), outcome, frames)
    }
    #expect(kind(.keptConnections, talk(targets: ["/x", "/y"], isOne: false, closes: true)) == [.notApplicable])
    #expect(kind(.keptConnections, talk(targets: ["/x", "/y"], isOne: false)) == [.pass])
    #expect(kind(.keptConnections, talk(targets: ["/x", "/y"], isOne: true)) == [.pass])
    #expect(kind(.retries, talk(targets: ["/x", "/y"], isOne: false)) == [.notApplicable])
    #expect(kind(.retries, talk(targets: ["/x", "/x"], isOne: false)) == [.pass])
    #expect(kind(.redirects, talk(targets: ["/x"], isOne: false)) == [.notApplicable])
  }

  /// Each SYN counts: one that is sent again shows that the attempt lives on.
  @Test func anAttemptThatLivesOnAfterTheCancelIsSeen() {
    var frames = TestFrames()
    for seconds in [0, 1, 2.04] { frames.tcp(.client, .syn, at: seconds) }
    var outcome = TestFrames.outcome(seconds: 12, status: 1)
    outcome.cancel = ClientOutcome.Cancel(time: TestFrames.at(2), byLine: true, done: TestFrames.at(2.1))
    let scenario = Scenario(
      id: "a.b", requests: [AskedRequest(url: "http://a/")], cancel: CancelOrder(after: 2_000_000_000),
      trigger: .connectionAttempted,
      expectations: [.must(.startNothingAfterCancel), .must(.endAfterCancel(within: 2_000_000_000))])
    #expect(judge.verdicts(on: scenario, outcome, frames.evidence).map(\.kind) == [.pass, .pass])
    frames.tcp(.client, .syn, at: 3)
    let verdicts = judge.verdicts(on: scenario, outcome, frames.evidence)
    #expect(verdicts.map(\.kind) == [.fail, .pass])
    #expect(verdicts[0].finding == "it was still at work at 3.00 s, 1.00 s after the cancel and later")
  }

  @Test func notesChangeNothing() {
    let frames = talk(targets: ["/x"], isOne: false)
    let outcome = TestFrames.outcome(seconds: 1, status: 0)
    #expect(kinds([.responseStarted], .note(.print(["TLS"])), outcome, frames) == [.note])
    let result = ScenarioResult(
      entry: SuiteEntry(
        Scenario(id: "a.b", requests: [], trigger: .clientStarted, expectations: []), nil), turn: 1,
      verdicts: [Verdict(.note, finding: "x")], behaviour: "", capture: "", deadline: 1)
    #expect(result.kind == .pass)
  }

  @Test(arguments: Gate.allCases) func gatesOpenForWhatTheySay(gate: Gate) {
    func answer(_ kinds: Verdict.Kind...) -> Gate.Answer {
      gate.answer(Dictionary(kinds.map { ($0.rawValue, 1) }, uniquingKeysWith: +))
    }
    #expect(answer(.pass, .notApplicable) == .open)
    #expect(answer(.pass, .warn) == (gate == .strict ? .broken : .open))
    #expect(answer(.pass, .inconclusive) == (gate == .lenient ? .open : .unjudged))
    #expect(answer(.inconclusive, .fail) == .broken)
    #expect(answer(.fail, .error) == .unjudged)
  }

  /// A program that fails is a client that fails, and not a broken harness.
  @Test func aClientThatFailsIsNoBrokenHarness() throws {
    for client in ["sh -c 'exit 7'", "curl -sS --noproxy x --max-time 1 '{url}'"] {
      let result = try BuiltCommand.test(
        "--only dns.slow --report junit=junit.xml -- \(client)", after: "cat junit.xml")
      #expect(result.status == 1 && result.lines(about: "dns.slow").hasPrefix("FAIL"), "\(result.output)")
      #expect(result.output.contains("<failure type=\"MUST\""), "\(result.output)")
      #expect(!result.output.contains("type=\"harness\""), "\(result.output)")
    }
  }

  @Test func aQuestionThatWasNotPutIsCountedApart() throws {
    let client = "--only head.stall --only link.flap --report tap=t.tap --report junit=j.xml"
    let result = try BuiltCommand.test("\(client) -- sh -c 'exit 7'", after: "cat t.tap j.xml")
    #expect(result.status == 4, "\(result.output)")
    #expect(result.output.contains("INCONCLUSIVE head.stall"), "\(result.output)")
    #expect(result.output.contains("2 scenarios: 2 inconclusive"), "\(result.output)")
    #expect(result.output.contains("not ok 1 - head.stall") && result.output.contains("type=\"inconclusive\""))
    let lenient = try BuiltCommand.test("--gate lenient --only head.stall -- sh -c 'exit 7'")
    #expect(lenient.status == 0, "\(lenient.output)")
  }

  /// A client of Python that lives on after it said that it was cancelled, and tries again three seconds later.
  @Test func whatLivesOnAfterACancelIsWatched() throws {
    let client = """
      import os, socket, sys, threading, time
      from urllib.parse import urlsplit
      if os.environ["HEADWIND_SCENARIO"].startswith("contract."): sys.exit(127)
      host = urlsplit(os.environ["HEADWIND_URL"]).hostname
      def ask():
          s = socket.create_connection((host, 80)); s.sendall(b"GET /item HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"); return s
      print("cancel: stdin", flush=True)
      s = ask()
      sys.stdin.readline()
      s.close(); print("cancelled", flush=True)
      if sys.argv[1] == "wrong": threading.Timer(3, lambda: ask().close()).start()
      sys.stdin.read()
      os._exit(1)
      """
    let wrong = try BuiltCommand.test(
      "--only cancel.headers -- /usr/bin/python3 c.py wrong", files: ["c.py": client])
    #expect(wrong.lines(about: "cancel.headers").contains("MUST start nothing after the cancel: it was still at work"))
    let right = try BuiltCommand.test(
      "--only cancel.headers -- /usr/bin/python3 c.py right", files: ["c.py": client])
    #expect(right.status == 0 && right.output.contains("PASS  cancel.headers"), "\(right.output)")
  }
}
