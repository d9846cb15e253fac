internal import Captures
internal import Glibc
internal import VirtualLink
internal import Wire

/// One scenario of a program that lives on, from its start or the question to its answer.
struct PersistentTurn {
  private static let grace: Int64 = 2_000_000_000
  private static let outputLimit = 1000
  private static let delayTick: Int64 = 100_000_000
  private static let leastDelay: Int64 = 1_000_000

  private let task: PersistentTask
  private let plan: PersistentPlan
  private let program: ChildProcess
  private(set) var outcome: ClientOutcome
  private(set) var isOver = false
  /// Whether the process still runs and can be asked again.
  private(set) var programLives = true
  private var answer: ProgramAnswer?
  private var call: TriggerCall?
  private var network = NetworkUse()
  private var lastSignal: Timestamp?
  private var delay = RunDelay()
  private var nextSample = Timestamp(nanoseconds: 0)
  private let pressure = ProcessorPressure()

  init(_ task: PersistentTask, _ plan: PersistentPlan, of program: ChildProcess, started: Timestamp) {
    self.task = task
    self.plan = plan
    self.program = program
    outcome = ClientOutcome(started: started, ended: started, status: 0)
    outcome.sign = plan.sign
    outcome.isPersistent = true
  }

  var wasAsked: Bool { outcome.ready != nil }

  /// Hands the task over. All its clocks count from now.
  mutating func ask() {
    let now = WallClock.now()
    outcome.ready = now
    switch plan.handover {
    // A program that reads no more gives no answer, and is judged by that.
    case .lines: _ = program.write(line: task.text)
    case .trigger(let url): call = TriggerCall(url, body: task.text)
    }
    // The call is a connection too.
    network = NetworkUse()
    ClientHost.touch(task.asked)
    ClientHost.touch(task.begun)
  }

  /// Continues as far as possible without waiting.
  mutating func advance() {
    note(program.readOutput())
    let now = WallClock.now()
    let lines = program.takeLines()
    if !wasAsked, isReady(lines) { ask() }
    if outcome.begun == nil, network.hasBegun, wasAsked { outcome.begun = now }
    noteDelay(now)
    answer = answer ?? spokenAnswer(in: lines) ?? call?.advance()
    if let answer, wasAsked {
      end(now, status: answer.status)
    } else if program.hasEnded {
      die(now)
    } else {
      cancelIfDue(now)
      endIfOverdue(now)
    }
  }

  /// Adds what was printed until the end, and the figures of the machine.
  func finish(_ outcome: inout ClientOutcome) {
    outcome.pressure = pressure.share
    outcome.cores = UsableCores.count
    outcome.output = program.output
    if let text = answer?.text, !text.isEmpty { outcome.output += (outcome.output.hasSuffix("\n") ? "" : "\n") + text }
    outcome.outputBytes = outcome.output.utf8.count
  }

  private func isReady(_ lines: [String]) -> Bool {
    switch plan.sign {
    case .packet: false
    case .greeting: lines.contains(where: ProgramAnswer.isGreeting)
    case .listening:
      if case .trigger(let url) = plan.handover { TriggerCall.isListening(url) } else { false }
    case .line, .match: lines.contains { plan.sign.isShown(by: $0) }
    case .file, .call: ReadySign.isWritten(plan.said, since: outcome.started)
    }
  }

  private func spokenAnswer(in lines: [String]) -> ProgramAnswer? {
    lines.lazy.compactMap { ProgramAnswer(line: $0, to: task.number) }.first
  }

  private mutating func end(_ now: Timestamp, status: Int32) {
    outcome.ended = now
    outcome.status = status
    if outcome.cancel?.byLine == true { outcome.cancel?.done = now }
    isOver = true
  }

  /// A process that lives on does not end by itself, whatever its exit status, unless it was told to by a signal.
  private mutating func die(_ now: Timestamp) {
    let status = program.exitStatus() ?? 0
    let wasTold = outcome.cancel?.byLine == false
    outcome.signal = program.endSignal
    outcome.hasDied = outcome.endedBy.isEmpty && !wasTold
    programLives = false
    end(now, status: status == 0 && !wasTold ? 1 : status)
  }

  private mutating func cancelIfDue(_ now: Timestamp) {
    guard outcome.cancel == nil, let order = task.cancel, let asked = outcome.ready, now >= asked.later(by: order.after)
    else { return }
    outcome.cancel = ClientOutcome.Cancel(time: now, byLine: !order.isTermination)
    if order.isTermination { return program.end(with: SIGTERM) }
    switch plan.handover {
    case .lines: _ = program.write(line: "{\"cancel\":\(task.number)}")
    case .trigger:
      // The caller hangs up, so no answer can reach it.
      call = nil
      end(now, status: 128 + SIGINT)
    }
  }

  /// Sends SIGTERM when the program's time is over, and SIGKILL if it is still running later.
  private mutating func endIfOverdue(_ now: Timestamp) {
    guard lastSignal.map({ now - $0 > Self.grace }) ?? isOverdue(now), outcome.endedBy.count < 2 else { return }
    let signal = outcome.endedBy.isEmpty ? SIGTERM : SIGKILL
    program.end(with: signal)
    outcome.endedBy.append(signal)
    lastSignal = now
  }

  private func isOverdue(_ now: Timestamp) -> Bool {
    if let cancel = outcome.cancel { return now - cancel.time > task.cancelPatience }
    guard let asked = outcome.ready else { return now - outcome.started > plan.startUp }
    return now - asked > task.patience
  }

  private mutating func note(_ bytes: Int) {
    guard bytes > 0, outcome.outputs.count < Self.outputLimit else { return }
    outcome.outputs.append(ClientOutcome.Output(time: WallClock.now(), bytes: bytes))
  }

  /// Records how long the program's threads have waited for a processor so far.
  private mutating func noteDelay(_ now: Timestamp) {
    guard now >= nextSample else { return }
    nextSample = now.later(by: Self.delayTick)
    delay.sample()
    let total = delay.total
    guard total.waited - (outcome.delays.last?.waited ?? 0) >= Self.leastDelay else { return }
    outcome.delays.append(ClientOutcome.Delay(time: now, waited: total.waited, ran: total.ran))
  }
}
