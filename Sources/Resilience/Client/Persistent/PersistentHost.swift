internal import Captures
internal import Glibc
internal import VirtualLink
internal import Wire

/// Runs a program that lives on, in the namespaces of a link, and records what it did in each scenario. `headwind hold-link` starts it
/// there.
///
/// It starts the program, hands it one task after the other, tells it to cancel, and starts it again if it has died, has been ended
/// because it did not answer, or cannot leave the network alone.
public struct PersistentHost {
  /// The time between two signals that end a program, in nanoseconds.
  private static let grace: Int64 = 2_000_000_000
  /// A program that answered that all went well is watched until it has been quiet for this long.
  private static let quiet: Int64 = 300_000_000
  /// How long a program is watched at least that answered after its time was over.
  private static let leastWatch: Int64 = 1_000_000_000

  private let plan: PersistentPlan
  private var program: ChildProcess?
  /// Whether the program has said that it is ready since its start.
  private var isReady = false
  private var started = WallClock.now()

  public init(_ plan: PersistentPlan) {
    self.plan = plan
    // A pipe to the program may break. `write` then reports an error instead.
    signal(SIGPIPE, SIG_IGN)
  }

  /// Works until there are no more tasks.
  /// - Throws: `RunnerError` if the program cannot be started, or an error of the files.
  public mutating func run() throws {
    while access(plan.end, F_OK) != 0 {
      guard access(plan.next, F_OK) == 0 else {
        rest()
        continue
      }
      let task = try PersistentTask(readingFrom: plan.next)
      unlink(plan.next)
      let outcome = try perform(task)
      try outcome.write(to: task.outcome)
      ClientHost.touch(task.done)
    }
    endProgram(with: SIGTERM)
  }

  /// Reads what the program says between two scenarios, which belongs to none.
  private mutating func rest() {
    if let program {
      program.readOutput()
      program.forgetOutput()
    }
    wait()
  }

  private mutating func perform(_ task: PersistentTask) throws -> ClientOutcome {
    if program?.hasEnded ?? true { try start() }
    guard let program else { throw RunnerError("the program is not there") }
    program.forgetOutput()
    var turn = PersistentTurn(task, plan, of: program, started: isReady ? WallClock.now() : started)
    if isReady { turn.ask() }
    while !turn.isOver {
      turn.advance()
      wait()
    }
    isReady = turn.wasAsked
    var outcome = turn.outcome
    watch(task, &outcome, program)
    turn.finish(&outcome)
    if !turn.programLives || outcome.isRestless { endProgram(with: SIGTERM) }
    return outcome
  }

  private mutating func start() throws {
    endProgram(with: SIGKILL)
    unlink(plan.said)
    isReady = false
    started = WallClock.now()
    program = try ChildProcess(
      words: plan.words, environment: ClientHost.environment(adding: plan.environment),
      hasInput: plan.handover == .lines, keepsLines: true, isGroup: true)
  }

  /// What the program does on the network after its answer belongs to the scenario too: retries, retransmitted SYNs, racing attempts.
  private func watch(_ task: PersistentTask, _ outcome: inout ClientOutcome, _ program: ChildProcess) {
    guard !program.hasEnded, let asked = outcome.ready else { return }
    let last = max(
      (outcome.cancel?.time ?? asked).later(by: task.lingering), outcome.ended.later(by: Self.leastWatch))
    let isDone = outcome.status == 0 && outcome.cancel == nil
    var use = NetworkUse()
    var silence = WallClock.now()
    while true {
      let now = WallClock.now()
      program.readOutput()
      if use.hasBegun || UnsettledSockets.count() > 0 {
        use = NetworkUse()
        silence = now
      }
      let isQuiet = now - silence > Self.quiet
      if now > last || (isDone && isQuiet) {
        outcome.isRestless = !isQuiet
        return
      }
      usleep(10_000)
    }
  }

  /// Ends the program and what it has started.
  private mutating func endProgram(with signal: CInt) {
    guard let ending = program else { return }
    let last = WallClock.now().later(by: Self.grace)
    ending.end(with: signal)
    while !ending.hasEnded, WallClock.now() < last { usleep(5_000) }
    ending.end(with: SIGKILL)
    program = nil
    LeftProcesses.end()
  }

  /// Waits for output for at most 2 ms.
  private func wait() {
    var events = [program?.outputEvent].compactMap { $0 }
    _ = poll(&events, nfds_t(events.count), 2)
  }
}
