internal import Glibc
internal import Wire

/// Runs a client on its link and records what it did. `headwind run` starts it there; it does not see the link's
/// packets.
///
/// It starts the client, tells it to cancel, ends it when it runs far too long, and reads its output as it arrives.
public struct ClientHost {
  /// The line that a client prints if it wants to be told to cancel by a line on its standard input.
  static let wantsLine = "cancel: stdin"
  /// The time between two signals that end a client, in nanoseconds.
  private static let grace: Int64 = 2_000_000_000
  /// If a client has not used the network this long after its start, the time to its cancel is counted anyway, in
  /// nanoseconds.
  private static let longestLoading: Int64 = 2_000_000_000
  private static let outputLimit = 1000

  private let plan: ClientPlan
  private let child: ChildProcess
  private var outcome: ClientOutcome
  private var lastSignal: Timestamp?
  private let network = NetworkUse()
  /// When the client first used the network.
  private var begun: Timestamp?

  /// Starts the client.
  /// - Throws: `RunnerError` if it cannot be started.
  public init(_ plan: ClientPlan) throws(RunnerError) {
    self.plan = plan
    // A pipe to the client may break. `write` then reports an error instead.
    signal(SIGPIPE, SIG_IGN)
    outcome = ClientOutcome(started: WallClock.now(), ended: WallClock.now(), status: 0)
    child = try ChildProcess(
      words: plan.words, environment: Self.environment(adding: plan.environment), hasInput: plan.cancel != nil,
      isGroup: true)
  }

  /// Waits until the client ends, and writes the outcome.
  /// - Returns: the client's exit status.
  public mutating func run() throws -> Int32 {
    while true {
      note(child.readOutput())
      if let status = child.exitStatus() {
        outcome.ended = WallClock.now()
        outcome.status = status
        outcome.signal = child.endSignal
        break
      }
      let now = WallClock.now()
      noteBeginning(now)
      cancelIfDue(now)
      endIfOverdue(now)
      wait()
    }
    watchLeftProcesses()
    note(child.readOutput())
    outcome.output = child.output
    outcome.outputBytes = child.outputBytes
    try outcome.write(to: plan.outcome)
    return outcome.status
  }

  private mutating func note(_ bytes: Int) {
    guard bytes > 0, outcome.outputs.count < Self.outputLimit else { return }
    outcome.outputs.append(ClientOutcome.Output(time: WallClock.now(), bytes: bytes))
  }

  /// Records when the client begins to use the network. Before that, its runtime loads, which takes longer beside
  /// other clients, so the suite's runner limits how many load at the same time.
  private mutating func noteBeginning(_ now: Timestamp) {
    guard begun == nil else { return }
    if network.hasBegun {
      begun = now
    } else if now - outcome.started > Self.longestLoading {
      begun = outcome.started.later(by: Self.longestLoading)
    }
    guard begun != nil else { return }
    let mark = creat(plan.begun, 0o666)
    if mark >= 0 { close(mark) }
  }

  private mutating func cancelIfDue(_ now: Timestamp) {
    guard outcome.cancel == nil, let order = plan.cancel, let begun, now >= begun.later(by: order.after) else { return }
    let wantsLine = child.output.split(whereSeparator: \.isNewline).contains { $0 == Self.wantsLine }
    let byLine = wantsLine && !order.isTermination
    if byLine { child.write(line: "cancel") } else { child.end(with: order.isTermination ? SIGTERM : SIGINT) }
    outcome.cancel = ClientOutcome.Cancel(time: now, byLine: byLine)
  }

  /// Sends SIGTERM when the client's time is over, and SIGKILL if it is still running later.
  private mutating func endIfOverdue(_ now: Timestamp) {
    guard lastSignal.map({ now - $0 > Self.grace }) ?? isOverdue(now), outcome.endedBy.count < 2 else { return }
    let signal = outcome.endedBy.isEmpty ? SIGTERM : SIGKILL
    child.end(with: signal)
    outcome.endedBy.append(signal)
    lastSignal = now
  }

  private func isOverdue(_ now: Timestamp) -> Bool {
    if let cancel = outcome.cancel, now - cancel.time > plan.cancelPatience { return true }
    return now - outcome.started > plan.patience
  }

  /// Processes that a client leaves running may continue to work. They are watched as long as the client itself would
  /// have been allowed to run, so that the capture shows what they do. They end with this process.
  private mutating func watchLeftProcesses() {
    outcome.leftBehind = LeftProcesses.names()
    guard !outcome.leftBehind.isEmpty else { return }
    let last = (outcome.cancel?.time ?? begun ?? outcome.started).later(by: plan.lingering)
    while WallClock.now() < last, !LeftProcesses.names().isEmpty {
      note(child.readOutput())
      usleep(10_000)
    }
    outcome.gone = WallClock.now()
  }

  /// Waits for output for at most 2 ms, because the end of a process is checked that often.
  private func wait() {
    var events = [child.outputEvent].compactMap { $0 }
    _ = poll(&events, nfds_t(events.count), 2)
  }

  /// Variables that name proxies, which cannot be reached on the link.
  private static let proxies: Set<String> = ["http_proxy", "https_proxy", "all_proxy", "ftp_proxy", "no_proxy"]

  /// This process's environment with variables added, and without those of proxies and of Headwind's own commands.
  private static func environment(adding added: [String: String]) -> [String] {
    var entries: [String] = []
    var next = environ
    while let entry = next.pointee {
      entries.append(String(cString: entry))
      next += 1
    }
    let names = Set(added.keys).union(["HEADWIND_PARENT"])
    let isKept = { (name: String) in !names.contains(name) && !proxies.contains(name.lowercased()) }
    return entries.filter { isKept(String($0.prefix { $0 != "=" })) }
      + added.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}
