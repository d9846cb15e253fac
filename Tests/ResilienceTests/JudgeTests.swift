import Dissection
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

  /// A runtime that loads for a second has its deadline from its first packet on; one that loads for three has lost a second.
  @Test(arguments: [(1.0, 6.4, Verdict.Kind.pass), (1.0, 6.6, .fail), (3.0, 7.4, .pass), (3.0, 7.6, .fail)])
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
    #expect(silent.map(\.kind) == [.error])
    let declined = judge.verdicts(on: scenario, TestFrames.outcome(seconds: 1, status: 127), frames.evidence)
    #expect(declined.map(\.kind) == [.notApplicable])
  }

  @Test func newConnectionsOnTheSamePortsAreToldFromRetransmissions() {
    var frames = TestFrames()
    frames.tcp(.client, .syn, at: 0)
    frames.tcp(.client, .syn, at: 1)
    frames.tcp(.server, [.syn, .ack], at: 1.1)
    frames.tcp(.client, .rst, at: 2)
    frames.tcp(.client, .syn, at: 3)
    frames.tcp(.client, .syn, at: 3, port: 40001)
    #expect(frames.evidence.connections.map(\.attempts.count) == [2, 1, 1])
    #expect(frames.evidence.connections[0].clientReset)
  }
}
