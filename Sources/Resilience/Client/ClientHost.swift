internal import Glibc
internal import Wire

/// Runs a client on its link and writes down what it did: started there by `headwind run`, it sees neither link nor wire.
///
/// It starts the client, tells it to cancel, ends it when its time is long over, and takes its output as it comes.
public struct ClientHost {
  /// What a client prints that wants to be told of a cancel by a line on its standard input.
  static let wantsLine = "cancel: stdin"
  /// How long a client has after one signal before the next, in nanoseconds.
  private static let grace: Int64 = 2_000_000_000
  /// A client that has not used the network so long after its start is told to cancel as if it had, in nanoseconds.
  private static let longestLoading: Int64 = 2_000_000_000
  private static let outputLimit = 1000

  private let plan: ClientPlan
  private let child: ChildProcess
  private var outcome: ClientOutcome
  private var lastSignal: Timestamp?
  private let network = NetworkUse()
  /// When the client was first seen to use the network.
  private var begun: Timestamp?

  /// Starts the client.
  /// - Throws: why it cannot be started.
  public init(_ plan: ClientPlan) throws(RunnerError) {
    self.plan = plan
    // The client's own pipes may break; that is for `write` to say.
    signal(SIGPIPE, SIG_IGN)
    outcome = ClientOutcome(started: WallClock.now(), ended: WallClock.now(), status: 0)
    child = try ChildProcess(
      words: plan.words, environment: Self.environment(adding: plan.environment), hasInput: plan.cancel != nil,
      isGroup: true)
  }

  /// Waits for the client's end, and writes the outcome.
  /// - Returns: the client's status.
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

  /// A runtime loads before the client begins, and that takes longer beside others: those who run many wait for it.
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

  /// SIGTERM once its time is over, SIGKILL if that was not enough.
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

  /// What a client leaves behind goes on with its work: it is watched as long as the client itself would have been within its rights, so
  /// that the capture shows what it does. It ends with this process.
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

  /// Until there is output, the client is gone, or something is due; the end of a process is looked for every 2 ms.
  private func wait() {
    var events = [child.outputEvent].compactMap { $0 }
    _ = poll(&events, nfds_t(events.count), 2)
  }

  /// Proxies are of the world outside: on the link there are none.
  private static let proxies: Set<String> = ["http_proxy", "https_proxy", "all_proxy", "ftp_proxy", "no_proxy"]

  /// Our environment with variables added, and without what steers the link's own commands or leads to proxies.
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
