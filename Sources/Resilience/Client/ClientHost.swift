internal import Captures
internal import Glibc
internal import VirtualLink
internal import Wire

/// Runs a client on its link and records what it did. `headwind run` starts it there; it does not see the link's
/// packets.
///
/// It starts the client, tells it to cancel, ends it when it runs far too long, and reads its output as it arrives.
public struct ClientHost {
  /// The line that a client prints if it wants to be told to cancel by a line on its standard input.
  static let wantsLine = "cancel: stdin"
  /// The line that such a client prints when its calls have returned. It then lives on until its standard input ends.
  static let doneLine = "cancelled"
  /// The time between two signals that end a client, in nanoseconds.
  private static let grace: Int64 = 2_000_000_000
  /// If a client has not used the network this long after its start, it no longer counts as one that loads, so that other clients
  /// can be started.
  private static let longestLoading: Int64 = 2_000_000_000
  private static let outputLimit = 1000
  /// How often the threads' waits for a processor are read, in nanoseconds. Reading them all takes time itself.
  private static let delayTick: Int64 = 100_000_000
  /// Smaller delays make no difference to a verdict.
  private static let leastDelay: Int64 = 1_000_000

  private let plan: ClientPlan
  private let child: ChildProcess
  private var outcome: ClientOutcome
  private var lastSignal: Timestamp?
  private var network = NetworkUse()
  private var delay = RunDelay()
  private var nextSample = Timestamp(nanoseconds: 0)
  private let pressure = ProcessorPressure()
  /// Whether the client has been recorded as loaded.
  private var isLoaded = false

  /// Starts the client.
  /// - Throws: `RunnerError` if it cannot be started.
  public init(_ plan: ClientPlan) throws(RunnerError) {
    self.plan = plan
    // A pipe to the client may break. `write` then reports an error instead.
    signal(SIGPIPE, SIG_IGN)
    outcome = ClientOutcome(started: WallClock.now(), ended: WallClock.now(), status: 0)
    outcome.sign = plan.sign
    child = try ChildProcess(
      words: plan.words, environment: Self.environment(adding: plan.environment), hasInput: plan.cancel != nil,
      isGroup: true)
  }

  /// Waits until the client ends, and writes the outcome.
  /// - Returns: the client's exit status.
  public mutating func run() throws -> Int32 {
    while true {
      note(child.readOutput())
      if child.hasEnded { noteDelay(WallClock.now(), isDue: true) }
      if let status = child.exitStatus() {
        outcome.ended = WallClock.now()
        // It can have said that it is ready, and used the network, since the last look.
        noteReadiness(outcome.ended)
        noteBeginning(outcome.ended)
        outcome.status = status
        outcome.signal = child.endSignal
        break
      }
      let now = WallClock.now()
      noteReadiness(now)
      noteBeginning(now)
      noteDelay(now)
      cancelIfDue(now)
      watchCancelled(now)
      endIfOverdue(now)
      wait()
    }
    watchLeftProcesses()
    note(child.readOutput())
    outcome.peakMemory = plan.helpers.isEmpty ? Self.peakMemory : nil
    outcome.pressure = pressure.share
    outcome.cores = UsableCores.count
    outcome.output = child.output
    outcome.outputBytes = child.outputBytes
    try outcome.write(to: plan.outcome)
    return outcome.status
  }

  /// The most memory that a process which has ended had, in bytes. This process has started no other than the client.
  private static var peakMemory: Int? {
    var usage = rusage()
    guard getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage) == 0 else { return nil }
    return usage.ru_maxrss * 1024
  }

  private mutating func note(_ bytes: Int) {
    guard bytes > 0, outcome.outputs.count < Self.outputLimit else { return }
    outcome.outputs.append(ClientOutcome.Output(time: WallClock.now(), bytes: bytes))
  }

  /// Records when the client says that it is ready. What it did on the network before that is not the scenario's.
  private mutating func noteReadiness(_ now: Timestamp) {
    guard outcome.ready == nil, isReady else { return }
    outcome.ready = now
    network = NetworkUse()
    outcome.begun = nil
    Self.touch(plan.ready)
  }

  private var isReady: Bool {
    switch plan.sign {
    case .packet, .greeting, .listening: false
    case .line, .match: child.output.split(whereSeparator: \.isNewline).contains { plan.sign.isShown(by: $0) }
    case .file, .call: ReadySign.isWritten(plan.said, since: outcome.started)
    }
  }

  static func touch(_ path: String) {
    let mark = creat(path, 0o666)
    if mark >= 0 { close(mark) }
  }

  /// From when the client's time counts; nil while it starts.
  private var clock: Timestamp? { plan.sign == .packet ? outcome.begun : outcome.ready }

  /// Records when the client begins to use the network, from which all its times count. Before that, its runtime loads, which
  /// takes longer beside other clients, so the suite's runner limits how many load at the same time.
  private mutating func noteBeginning(_ now: Timestamp) {
    if outcome.begun == nil, network.hasBegun { outcome.begun = now }
    guard !isLoaded, clock != nil || now - outcome.started > Self.longestLoading else { return }
    isLoaded = true
    Self.touch(plan.begun)
  }

  /// Records how long the client's threads have waited for a processor so far.
  private mutating func noteDelay(_ now: Timestamp, isDue: Bool = false) {
    guard isDue || now >= nextSample else { return }
    nextSample = now.later(by: Self.delayTick)
    delay.sample()
    let total = delay.total
    guard total.waited - (outcome.delays.last?.waited ?? 0) >= Self.leastDelay else { return }
    outcome.delays.append(ClientOutcome.Delay(time: now, waited: total.waited, ran: total.ran))
  }

  private mutating func cancelIfDue(_ now: Timestamp) {
    guard outcome.cancel == nil, let order = plan.cancel, let clock, now >= clock.later(by: order.after)
    else { return }
    let byLine = hasPrinted(Self.wantsLine) && !order.isTermination && child.write(line: "cancel")
    if !byLine { child.end(with: order.isTermination ? SIGTERM : SIGINT) }
    outcome.cancel = ClientOutcome.Cancel(time: now, byLine: byLine)
  }

  private func hasPrinted(_ line: String) -> Bool {
    child.output.split(whereSeparator: \.isNewline).contains { $0 == line }
  }

  /// A client that lives on after a cancel shows what its library leaves alive. It is watched for a while; the end of its standard
  /// input then tells it to exit.
  private mutating func watchCancelled(_ now: Timestamp) {
    guard let cancel = outcome.cancel, cancel.byLine else { return }
    if cancel.done == nil, hasPrinted(Self.doneLine) { outcome.cancel?.done = now }
    if now - cancel.time > plan.lingering { child.closeInput() }
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
    if let cancel = outcome.cancel {
      return now - cancel.time > plan.cancelPatience + (cancel.done == nil ? 0 : plan.lingering)
    }
    guard let clock else { return now - outcome.started > plan.startUp }
    return now - clock > plan.patience
  }

  /// Processes that a client leaves running may continue to work. They are watched as long as the client itself would
  /// have been allowed to run, so that the capture shows what they do. They end with this process.
  private mutating func watchLeftProcesses() {
    outcome.leftBehind = LeftProcesses.names(except: plan.helpers)
    guard !outcome.leftBehind.isEmpty else { return }
    let last = (outcome.cancel?.time ?? clock ?? outcome.started).later(by: plan.lingering)
    while WallClock.now() < last, !LeftProcesses.names(except: plan.helpers).isEmpty {
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
  static func environment(adding added: [String: String]) -> [String] {
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
