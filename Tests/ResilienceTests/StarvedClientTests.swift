import Streams
import Testing
import Wire

@testable import Resilience

/// Limits of time that a client missed because the machine gave it no processor.
@Suite struct StarvedClientTests {
  private let judge = Judge(deadline: 5_000_000_000)

  private func scenario(_ expectations: Resilience.Expectation...) -> Scenario {
    Scenario(
      id: "a.b", requests: [AskedRequest(url: "http://a/")], trigger: .connectionAttempted, expectations: expectations)
  }

  private func closed(at seconds: Double, byServer server: Double? = nil) -> TestFrames {
    var frames = TestFrames()
    frames.tcp(.client, .syn, at: 0)
    frames.tcp(.server, [.syn, .ack], at: 0.1)
    frames.tcp(.client, .ack, at: 0.1, data: 100)
    if let server { frames.tcp(.server, [.fin, .ack], at: server) }
    frames.tcp(.client, [.fin, .ack], at: seconds, sequence: 101)
    return frames
  }

  /// The wire shows when a client gave up: one that closed its connection in time may take a moment to exit. One that only answered
  /// the server's FIN has not given up by that, and one that hangs after its FIN is late.
  @Test(arguments: [
    (5.0, nil as Double?, 5.7, Verdict.Kind.pass), (5.0, nil, 6.6, .fail), (5.6, nil, 5.7, .fail),
    (1.0, 0.9, 5.7, .fail),
  ])
  func theWireSaysWhenAClientGaveUp(closed: Double, server: Double?, ended: Double, kind: Verdict.Kind) {
    let verdicts = judge.verdicts(
      on: scenario(.must(.giveUpByDeadline)), TestFrames.outcome(seconds: ended, status: 1),
      self.closed(at: closed, byServer: server).evidence)
    #expect(verdicts.map(\.kind) == [kind])
  }

  /// The client was 1.5 s late, and had waited for 1.6 s, or for 1.4 s, or before its first packet, or for its own threads, which
  /// took the processors.
  @Test(arguments: [
    ([0.5, 1.6, 0.1], Verdict.Kind.error), ([0.5, 1.4, 0.1], .fail), ([-0.5, 1.6, 0.1], .fail), ([0.5, 20, 8], .fail),
  ])
  func aLimitThatWaitingCanExplainIsTheMachines(delay: [Double], kind: Verdict.Kind) throws {
    var outcome = TestFrames.outcome(seconds: 7, status: 1)
    outcome.delays = [
      ClientOutcome.Delay(time: TestFrames.at(delay[0]), waited: Int64(delay[1] * 1e9), ran: Int64(delay[2] * 1e9))
    ]
    outcome.pressure = 0.8
    outcome.cores = 2
    var frames = TestFrames()
    frames.tcp(.client, .syn, at: 0)
    let verdict = try #require(
      judge.verdicts(on: scenario(.must(.giveUpByDeadline)), outcome, frames.evidence).first)
    #expect(verdict.kind == kind && verdict.blamesMachine == (kind == .error))
    if kind == .error {
      let words =
        "it ended after 7.00 s; machine starved: the client waited 1.60 s for a processor, and some task of the machine did 80 % "
        + "of the time, which can explain the 1.50 s by which it was late"
      #expect(verdict.finding == words)
    }
  }

  /// It printed nothing for 7 s while a body arrived, and had waited for 2.1 s of them, or for 1.9 s: the limit is 5 s.
  @Test(arguments: [(2.1, Verdict.Kind.error), (1.9, .warn)])
  func aSilenceThatWaitingCanExplainIsTheMachines(waited: Double, kind: Verdict.Kind) {
    var outcome = TestFrames.outcome(seconds: 9, status: 0)
    outcome.outputs = [1.2, 8.2].map { ClientOutcome.Output(time: TestFrames.at($0), bytes: 5) }
    outcome.delays = [ClientOutcome.Delay(time: TestFrames.at(3), waited: Int64(waited * 1e9), ran: 1_000_000)]
    var frames = closed(at: 8.8)
    for (time, sequence) in [(1.0, UInt32(1)), (8.5, 101)] {
      frames.tcp(.server, .ack, at: time, data: 100, sequence: sequence)
    }
    let verdicts = judge.verdicts(on: scenario(.should(.showProgress(every: 5_000_000_000))), outcome, frames.evidence)
    #expect(verdicts.map(\.kind) == [kind])
  }

  @Test func theKernelsCountIsRead() {
    #expect(RunDelay.times(in: "550227621 617464 113\n") == RunDelay.Times(ran: 550_227_621, waited: 617_464))
    #expect(RunDelay.times(in: "550227621 617464\n") == nil && RunDelay.times(in: "a b c") == nil)
    var delay = RunDelay()
    delay.sample()
    #expect(delay.total.ran > 0)
  }
}
