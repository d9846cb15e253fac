import Dissection
import Streams
import Testing
import Wire

@testable import Resilience

/// What the judge says of made-up evidence, each demand kept and broken.
@Suite struct JudgeTests {
  private let judge = Judge(deadline: 5_000_000_000)

  private func scenario(_ trigger: Trigger, _ expectations: Resilience.Expectation...) -> Scenario {
    Scenario(id: "a.b", requests: [AskedRequest(url: "http://a/")], trigger: trigger, expectations: expectations)
  }

  private func handshake(_ frames: inout TestFrames) {
    frames.tcp(.client, .syn, at: 0.1)
    frames.tcp(.server, [.syn, .ack], at: 0.2)
    frames.tcp(.client, .ack, at: 0.2)
    frames.tcp(.client, .ack, at: 0.2, data: 100)
  }

  @Test func aClientThatGivesUpAndClosesInTimePasses() {
    var frames = TestFrames()
    handshake(&frames)
    frames.tcp(.client, [.fin, .ack], at: 5.4)
    let scenario = scenario(
      .requestSent, .must(.fail), .must(.giveUpByDeadline), .must(.startNothingAfterDeadline),
      .should(.closeByDeadline))
    let verdicts = judge.verdicts(on: scenario, TestFrames.outcome(seconds: 5.4, status: 28), frames.evidence)
    #expect(verdicts.map(\.kind) == [.pass, .pass, .pass, .pass])
  }

  @Test(arguments: [(5.49, false, Verdict.Kind.pass), (5.51, false, .fail), (13.0, true, .fail)])
  func theDeadlineHasATenthOfTolerance(seconds: Double, wasEnded: Bool, kind: Verdict.Kind) {
    var frames = TestFrames()
    frames.tcp(.client, .syn, at: 0)
    let outcome = TestFrames.outcome(seconds: seconds, status: 1, wasEnded: wasEnded)
    let verdicts = judge.verdicts(
      on: scenario(.connectionAttempted, .must(.giveUpByDeadline)), outcome, frames.evidence)
    #expect(verdicts.map(\.kind) == [kind])
  }

  /// However long a runtime loads, it has its whole deadline from its first packet on.
  @Test(arguments: [(1.0, 6.4, Verdict.Kind.pass), (1.0, 6.6, .fail), (7.6, 13.0, .pass), (7.6, 13.2, .fail)])
  func theDeadlineCountsFromTheFirstPacket(first: Double, end: Double, kind: Verdict.Kind) {
    var frames = TestFrames()
    frames.nameQuery(at: first)
    frames.tcp(.client, .syn, at: first + 0.1)
    let verdicts = judge.verdicts(
      on: scenario(.connectionAttempted, .must(.giveUpByDeadline)), TestFrames.outcome(seconds: end, status: 1),
      frames.evidence)
    #expect(verdicts.map(\.kind) == [kind])
  }

  @Test func successWithoutAResponseIsAFailure() {
    var frames = TestFrames()
    handshake(&frames)
    let verdicts = judge.verdicts(
      on: scenario(.requestSent, .must(.fail)), TestFrames.outcome(seconds: 1, status: 0), frames.evidence)
    #expect(verdicts.map(\.kind) == [.fail])
  }

  @Test func aConnectionLeftOpenOrClosedLateIsCited() {
    var frames = TestFrames()
    handshake(&frames)
    let scenario = scenario(.requestSent, .should(.closeByDeadline))
    let gone = judge.verdicts(on: scenario, TestFrames.outcome(seconds: 5, status: 1), frames.evidence)
    #expect(gone.map(\.kind) == [.pass])
    let open = judge.verdicts(on: scenario, TestFrames.outcome(seconds: 7, status: 1), frames.evidence)
    #expect(open.map(\.kind) == [.warn])
    #expect(open[0].packets.map(\.number) == [4])
    frames.tcp(.client, .rst, at: 7)
    let late = judge.verdicts(on: scenario, TestFrames.outcome(seconds: 7, status: 1), frames.evidence)
    #expect(late.map(\.kind) == [.warn])
    #expect(late[0].packets.map(\.number) == [5])
    #expect(late[0].finding == "it closed a connection only at 7.00 s")
  }

  @Test func lateAttemptsAreCited() {
    var frames = TestFrames()
    for seconds in [0, 1.02, 3.04, 7.1] { frames.tcp(.client, .syn, at: seconds) }
    frames.nameQuery(at: 8)
    let verdicts = judge.verdicts(
      on: scenario(.connectionAttempted, .must(.startNothingAfterDeadline), .must(.openNothing)),
      TestFrames.outcome(seconds: 9, status: 1), frames.evidence)
    #expect(verdicts.map(\.kind) == [.fail, .fail])
    #expect(verdicts[0].packets.map(\.number) == [4, 5])
    #expect(verdicts[1].finding == "it connected at 0.00, 1.02, 3.04, 7.10 s")
  }

  @Test func aQuestionThatWasNeverPutIsNoPass() {
    var frames = TestFrames()
    frames.nameQuery(at: 0)
    let scenario = scenario(.requestSent, .must(.fail))
    let silent = judge.verdicts(on: scenario, TestFrames.outcome(seconds: 1, status: 2), frames.evidence)
    #expect(silent.map(\.kind) == [.inconclusive])
    let declined = judge.verdicts(on: scenario, TestFrames.outcome(seconds: 1, status: 127), frames.evidence)
    #expect(declined.map(\.kind) == [.notApplicable])
  }

  @Test func newConnectionsOnTheSamePortsAreToldFromRetransmissions() {
    var frames = TestFrames()
    frames.tcp(.client, .syn, at: 0)
    frames.tcp(.client, .syn, at: 1)
    frames.tcp(.server, [.syn, .ack], at: 1.1)
    frames.tcp(.client, .rst, at: 2)
    frames.tcp(.client, .syn, at: 3, sequence: 5000)
    frames.tcp(.client, .syn, at: 3, port: 40001)
    #expect(frames.evidence.connections.map(\.attempts.count) == [2, 1, 1])
    #expect(frames.evidence.connections[0].clientReset)
  }

  /// What an outcome alone shows.
  @Test(arguments: [
    (Demand.print(["TLS", "not valid"]), "error: it is NOT VALID", 1, Int64(0), nil as String?),
    (.print(["TLS"]), "no", 1, 0, "it printed nothing about that"), (.print(["TLS"]), "", 1, 0, "it printed nothing"),
    (.neverDecreaseProgress, "10 %\r20.5%\r20% done 100%", 0, 0, nil),
    (.neverDecreaseProgress, "90%\n10%", 0, 0, "it printed 90 % and then 10 %"),
    (.leaveNoPartialBody, "", 1, 0, nil),
    (.leaveNoPartialBody, "", 1, 5, "it left 5 bytes in the file, and nothing shows that the file is incomplete"),
    (.failAtOnceOrSucceed(within: 4_000_000_000), "", 1, 0, nil),
    (.failAtOnceOrSucceed(within: 2_000_000_000), "", 1, 0, "it ended after 3.00 s"),
    (
      .failAtOnceOrSucceed(within: 2_000_000_000), "", 0, 0,
      "it ended with status 0, but only 0 of 1 responses were complete"
    ),
  ])
  func demandsOnTheProcess(demand: Demand, output: String, status: Int, left: Int64, finding: String?) {
    var outcome = TestFrames.outcome(seconds: 3, status: Int32(status))
    outcome.output = output
    outcome.leftBytes = Int(left)
    var frames = TestFrames()
    frames.tcp(.client, .syn, at: 0)
    let verdicts = judge.verdicts(on: scenario(.clientStarted, .must(demand)), outcome, frames.evidence)
    #expect(verdicts.map(\.finding) == [finding ?? ""])
  }

  @Test func dataAfterTheDeadlineAndALateBodyAreCited() {
    var frames = TestFrames()
    handshake(&frames)
    frames.tcp(.client, .ack, at: 4, data: 50, sequence: 101)
    let outcome = TestFrames.outcome(seconds: 5, status: 1)
    let demands: [Demand] = [
      .sendNothingAfterDeadline, .sendBody(within: 3_900_000_000), .sendBody(within: 1_000_000_000),
    ]
    func kinds() -> [Verdict.Kind] {
      demands.flatMap { judge.verdicts(on: scenario(.requestSent, .must($0)), outcome, frames.evidence).map(\.kind) }
    }
    #expect(kinds() == [.pass, .pass, .fail])
    frames.tcp(.client, .ack, at: 6, data: 50, sequence: 151)
    #expect(kinds() == [.fail, .pass, .fail])
  }

  /// Growing pauses, with a cap or with jitter, back off; regular ones and none do not.
  @Test(arguments: [
    ([0.0, 1, 3, 7, 11], Verdict.Kind.pass), ([0, 0.9, 1.4, 4], .pass), ([0, 0, 1, 3], .pass), ([0, 1], .pass),
    ([0, 1, 2, 3], .warn), ([0, 1, 2.05, 3], .warn), ([0, 0.001, 0.004, 0.01], .warn),
    ([0, 0.16, 0.19, 0.22, 0.25, 0.28], .warn), ([0, 3, 3.5, 4, 4.5], .warn), ([0, 1, 1.5, 2, 2.5, 3], .warn),
    ([0, 0.3, 1.2, 1.7, 2.1], .pass), ([0, 2, 6, 10, 14, 18], .pass),
  ])
  func pausesGrow(times: [Double], kind: Verdict.Kind) {
    var frames = TestFrames()
    for (index, time) in times.enumerated() { frames.tcp(.client, .syn, at: time, port: UInt16(40000 + index)) }
    let packets = frames.evidence.connections.flatMap(\.attempts)
    let pauses = Pauses(between: packets)
    #expect((pauses.flaw == nil) == (kind == .pass))
    let late = judge.verdicts(
      on: scenario(.connectionAttempted, .should(.endWithinOrBackOff(500_000_000))),
      TestFrames.outcome(seconds: 12, status: 1), frames.evidence)
    #expect(late.map(\.kind) == [times.count > 2 ? kind : .warn])
  }

  @Test func crashesHangsAndWhatIsLeftAreFailuresWhateverIsExpected() {
    var frames = TestFrames()
    frames.tcp(.client, .syn, at: 0)
    func words(_ change: (inout ClientOutcome) -> Void) -> [String] {
      var outcome = TestFrames.outcome(seconds: 1, status: 1)
      change(&outcome)
      return judge.verdicts(on: scenario(.connectionAttempted, .must(.fail)), outcome, frames.evidence).map {
        "\($0.kind.rawValue) \($0.finding)"
      }
    }
    #expect(words { _ in } == ["pass "])
    #expect(words { $0.signal = 11 } == ["pass ", "fail it crashed (SIGSEGV)"])
    #expect(words { $0.status = 134 } == ["pass ", "fail it crashed (SIGABRT)"])
    #expect(words { $0.signal = 15 } == ["pass "])
    #expect(words { $0.endedBy = [15] } == ["pass ", "fail it still ran after 1.00 s and was ended"])
    #expect(words { $0.leftBehind = ["sh", "curl"] } == ["pass ", "warn it left 2 processes running (curl, sh)"])
  }

  @Test(arguments: [([1.0, 1.0, 1.01], Verdict.Kind.warn), ([1.0, 1.1, 1.05], .pass)])
  func waitsWithoutJitterAreFoundOut(waits: [Double], kind: Verdict.Kind) {
    let starts = [0.6, 0.7, 0.8]
    let times =
      zip(["/a", "/b", "/c"], starts).map { ($0, $1) }
      + zip(["/a", "/b", "/c"], zip(starts, waits)).map { ($0, $1.0 + $1.1) }
    func line(_ event: String, _ seconds: Double, _ more: String = "") -> String {
      let time = TestFrames.at(seconds).nanoseconds
      return
        #"{"time":\#(time),"event":"\#(event)","connection":1,"client":"10.0.0.2","port":40000,"service":443\#(more)}"#
        + "\n"
    }
    let requests = times.map {
      line("request", $1, #","method":"GET","target":"\#($0)""#) + line("response", $1, #","status":503"#)
    }
    var frames = TestFrames(servers: ServerLog(lines: (line("accepted", 0.15) + requests.joined()).utf8))
    frames.tcp(.client, .syn, at: 0.1, service: 443)
    frames.tcp(.server, [.syn, .ack], at: 0.2, service: 443)
    for (index, (_, time)) in times.enumerated() {
      frames.tcp(.client, .ack, at: time - 0.001, data: 10, sequence: UInt32(1 + 10 * index), service: 443)
    }
    let scenario = scenario(.requestSent, .should(.spreadRetries(over: 20_000_000)))
    let verdicts = judge.verdicts(on: scenario, TestFrames.outcome(seconds: 3, status: 1), frames.evidence)
    #expect(verdicts.map(\.kind) == [kind])
    #expect(frames.evidence.requests.map(\.packet.number) == [3, 4, 5, 6, 7, 8])
  }

  /// Within TLS the server's word counts: bytes on the wire alone are no request.
  @Test func requestsWithinTLSAreTheServersWord() throws {
    func line(_ event: String, _ seconds: Double, _ more: String = "") -> String {
      let time = TestFrames.at(seconds).nanoseconds
      return
        #"{"time":\#(time),"event":"\#(event)","connection":1,"client":"10.0.0.2","port":40000,"service":443\#(more)}"#
        + "\n"
    }
    let hello: [UInt8] = [22, 3, 1, 0, 100, 1, 0]
    let alert: [UInt8] = [21, 3, 3, 0, 2, 2, 48]
    func evidence(_ log: String, _ second: [UInt8]) -> WireEvidence {
      var frames = TestFrames(servers: ServerLog(lines: log.utf8))
      frames.tcp(.client, .syn, at: 0.1, service: 443)
      frames.tcp(.server, [.syn, .ack], at: 0.2, service: 443)
      frames.tcp(.client, .ack, at: 0.3, bytes: hello, service: 443)
      frames.tcp(.server, .ack, at: 0.4, data: 900, service: 443)
      frames.tcp(.client, .ack, at: 0.5, bytes: second, sequence: 8, service: 443)
      frames.tcp(.server, .ack, at: 0.8, data: 900, service: 443)
      return frames.evidence
    }
    let outcome = TestFrames.outcome(seconds: 1, status: 1)
    func kinds(_ evidence: WireEvidence) -> [Verdict.Kind] {
      let scenario = scenario(.helloSent, .must(.sendNoRequest), .should(.sendAlert))
      return judge.verdicts(on: scenario, outcome, evidence).map(\.kind)
    }
    let accepted = line("accepted", 0.25)
    let refused = evidence(accepted + line("handshake-failed", 0.55, #","reason":"bad_packet_length""#), alert)
    #expect(kinds(refused) == [.pass, .pass])
    #expect(!refused.shows(.requestSent) && !refused.shows(.responseStarted))
    let told = evidence(
      accepted + line("handshake-failed", 0.55, #","reason":"alert bad_certificate""#), [23, 3, 3, 0, 30, 1, 2])
    #expect(kinds(told) == [.pass, .pass])
    let silent = evidence(accepted + line("handshake", 0.55) + "{ broken", [23, 3, 3, 0, 30, 1, 2])
    #expect(kinds(silent) == [.pass, .warn])
    let log =
      accepted + line("handshake", 0.55) + line("request", 0.6, #","method":"GET","target":"/x""#)
      + line("request-ended", 0.6, #","bytes":0"#) + line("response", 0.7, #","status":200"#)
    let asked = evidence(log, [23, 3, 3, 0, 30, 1, 2])
    #expect(kinds(asked) == [.fail, .warn])
    #expect(asked.requests.map(\.packet.number) == [5] && asked.requests.map(\.status) == [200])
    #expect(asked.connections.map { $0.firstResponse?.number } == [6])
  }
}
