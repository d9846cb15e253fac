internal import Glibc
internal import VirtualLink

/// A program that lives on, with a link of its own: a `headwind hold-link`, which runs one scenario after the other.
final class PersistentSeat: ScenarioProcess {
  /// With this, `headwind run` itself has failed.
  static let ownFailure: Int32 = 125

  private let files: SeatFiles
  private let holder: ChildProcess
  /// What is said of the scenario that ended last.
  private(set) var output = ""
  /// Whether it runs a scenario.
  private(set) var isTaken = false
  /// How many scenarios it was asked to run.
  private var count = 0

  /// Starts the holder, which starts the program with the first scenario.
  /// - Throws: `RunnerError` with the system's error.
  init(number: Int, _ settings: RunnerSettings, _ handover: Handover, environment: [String]) throws(RunnerError) {
    files = SeatFiles(directory: settings.captures, number: number)
    files.remove()
    try files.writePlan(settings, handover)
    holder = try ChildProcess(
      words: [settings.executable, "hold-link", files.plan], environment: environment, hasInput: true, keepsLines: true)
  }

  deinit {
    files.remove()
  }

  var outputEvent: pollfd? { holder.outputEvent }
  /// Whether it can run another scenario.
  var isAlive: Bool { !holder.hasEnded }

  /// Runs a scenario.
  func begin(_ order: ClientOrder, _ entry: SuiteEntry, turn: Int, number: Int) throws(RunnerError) {
    let order = try order.writeTask(entry, turn: turn, number: number, next: files.next)
    output = ""
    isTaken = true
    holder.forgetOutput()
    guard holder.write(line: ClientOrder.json(order)) else { throw RunnerError("'headwind hold-link' has ended") }
  }

  func advance() -> Int32? {
    holder.readOutput()
    let reply = holder.takeLines().lazy.compactMap { try? PersistentReply(line: $0) }.first
    if let reply {
      isTaken = false
      output = [reply.shortfall.map { ShortfallWords.line + $0 }, reply.trouble.map { "headwind: \($0)" }]
        .compactMap { $0 }.joined(separator: "\n")
      return output.isEmpty ? 0 : Self.ownFailure
    }
    guard let status = holder.exitStatus() else { return nil }
    output = holder.output
    isTaken = false
    return status
  }

  func end(with signal: CInt) {
    holder.end(with: signal)
  }

  /// Says that there are no more scenarios, so that the program and the link end.
  func close() {
    holder.closeInput()
  }

  /// Whether everything has ended.
  var hasEnded: Bool {
    holder.readOutput()
    return holder.hasEnded
  }
}

/// The files of a program that lives on, in the directory of the captures.
struct SeatFiles {
  private static let second: Int64 = 1_000_000_000

  let plan: String
  let next: String
  let end: String
  let said: String

  init(directory: String, number: Int) {
    let hidden = "\(directory)/.persistent-\(getpid())-\(number)"
    plan = hidden + ".plan"
    next = hidden + ".next"
    end = hidden + ".end"
    said = hidden + ".said"
  }

  func remove() {
    for path in [plan, next, end, said] { unlink(path) }
  }

  func writePlan(_ settings: RunnerSettings, _ handover: Handover) throws(RunnerError) {
    var said = said
    if case .file(let path?) = settings.ready { said = path }
    let authority = TrustedAuthority.path ?? ""
    let values = [("{deadline}", String(settings.deadline)), ("{ready}", said), ("{ca}", authority)]
    let plan = PersistentPlan(
      words: settings.client.filled(values), environment: ["HEADWIND_READY": said, "HEADWIND_PERSISTENT": "1"],
      handover: handover, sign: Self.sign(settings.ready, handover), said: said,
      startUp: Int64(settings.startUp) * Self.second, next: next, end: end)
    try NewFile.write(Array(ClientOrder.json(plan).utf8), to: self.plan)
  }

  /// A first packet is no sign of a program that lives on.
  private static func sign(_ sign: ReadySign, _ handover: Handover) -> ReadySign {
    guard sign == .packet else { return sign }
    return handover == .lines ? .greeting : .listening
  }
}
