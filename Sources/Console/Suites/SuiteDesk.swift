import Glibc
import Synchronization
import TextOutput

/// Runs `headwind test` for the page: one suite at a time, in a process of its own.
final class SuiteDesk: Sendable {
  private struct Run {
    var number: Int
    var client: String
    var folder: SuiteFolder
    var child: ChildCommand
  }

  private struct State {
    var run: Run?
    var runs = 0
    /// True if a run is being started.
    var isStarting = false
    /// True if nothing is to be started any more.
    var isOver = false
    /// The folders of earlier runs, whose captures other consoles may show.
    var folders: [SuiteFolder] = []
    var scenarios: String?

    /// True if a run may be started now.
    var isFree: Bool { !isStarting && !isOver && (run.map { $0.child.status != nil } ?? true) }
  }

  /// The most of a report that is given; one of all scenarios has about a megabyte.
  private static let mostReport = 64 << 20

  private let state = Mutex(State())
  private let consoles: OtherConsoles
  private let makeChild: @Sendable ([String]) throws(APIProblem) -> ChildCommand

  /// - Parameters:
  ///   - consoles: open the captures of scenarios.
  ///   - makeChild: starts `headwind` with arguments.
  init(
    consoles: OtherConsoles,
    makeChild: @escaping @Sendable ([String]) throws(APIProblem) -> ChildCommand = { words throws(APIProblem) in
      try ChildCommand(words)
    }
  ) {
    self.consoles = consoles
    self.makeChild = makeChild
  }

  /// An array of what `headwind test --list --json` prints.
  func appendScenarios(to text: inout TextBuffer) throws(APIProblem) {
    let known = state.withLock { $0.scenarios }
    let list = if let known { known } else { try listScenarios() }
    text.append(list)
  }

  private func listScenarios() throws(APIProblem) -> String {
    let child = try ChildCommand(["test", "--list", "--json"])
    child.wait(seconds: 20)
    guard child.status == 0 else { throw APIProblem(500, "cannot list the scenarios: \(child.text)") }
    // Lines of objects become an array.
    let list = "[" + child.text.split(separator: "\n").joined(separator: ",\n") + "]\n"
    state.withLock { $0.scenarios = list }
    return list
  }

  /// Starts a suite.
  /// - Parameters:
  ///   - client: its command line.
  ///   - only: the scenarios; none for all of them.
  func start(client: String, only: [String], deadline: Int) throws(APIProblem) {
    let words = CommandWords.split(client)
    guard !words.isEmpty else { throw APIProblem(400, "name a client: curl -sS {url}") }
    // One of several simultaneous requests gets the turn.
    let isTaken = state.withLock { state in
      guard state.isFree else { return true }
      state.isStarting = true
      return false
    }
    guard !isTaken else { throw APIProblem(409, "a suite is running; wait for its end or stop it") }
    defer { state.withLock { $0.isStarting = false } }
    let folder = try SuiteFolder()
    let chosen = only.flatMap { ["--only", $0] }
    let child = try makeChild(
      ["test", "--deadline", String(deadline), "--captures", folder.path, "--report", "json", "--report", "html"]
        + chosen + ["--"] + words)
    let isOver = state.withLock { state in
      if let run = state.run { state.folders.append(run.folder) }
      state.runs += 1
      state.run = Run(number: state.runs, client: client, folder: folder, child: child)
      return state.isOver
    }
    // The console has ended meanwhile.
    if isOver { end() }
  }

  /// The state of the run, and the lines that it printed from a line on.
  func appendRun(from line: Int, to text: inout TextBuffer) {
    guard let run = state.withLock({ $0.run }) else { return text.append("null\n") }
    let status = run.child.status
    // A line that has no end yet is not complete.
    let lines = run.child.text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    text.append("{\"run\":")
    text.append(json: run.number)
    text.append(",\"client\":")
    text.append(jsonString: run.client)
    text.append(",\"directory\":")
    text.append(jsonString: run.folder.path)
    text.append(",\"running\":")
    text.append(json: status == nil)
    text.append(",\"status\":")
    text.append(json: status.map { Int($0) })
    text.append(",\"from\":")
    text.append(json: line)
    text.append(",\"lines\":[")
    for (place, line) in lines.dropFirst(line).enumerated() {
      if place > 0 { text.append(",") }
      text.append(jsonString: String(line))
    }
    text.append("]}\n")
  }

  func stop() { state.withLock { $0.run }?.child.interrupt() }

  /// The report of the latest run as a page for browsers.
  func appendReport(to text: inout TextBuffer) throws(APIProblem) {
    guard let run = state.withLock({ $0.run }) else { throw APIProblem(404, "no suite has run") }
    guard run.child.status != nil else { throw APIProblem(409, "the suite is still running") }
    let path = "\(run.folder.path)/report.html"
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard file >= 0 else {
      throw APIProblem(404, "the run left no report at \(path): \(String(cString: strerror(errno)))")
    }
    defer { close(file) }
    text.append(WholeText.read(file, most: Self.mostReport))
  }

  /// Opens a console on the capture of a scenario.
  /// - Returns: its address.
  func openEvidence(_ scenario: String) throws(APIProblem) -> String {
    guard let run = state.withLock({ $0.run }) else { throw APIProblem(404, "no suite has run") }
    let isName = scenario.utf8.allSatisfy { byte in
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || ".-_".utf8.contains(byte)
    }
    let path = "\(run.folder.path)/\(scenario).pcapng"
    guard isName, access(path, R_OK) == 0 else {
      throw APIProblem(404, "there is no capture of a scenario '\(scenario)'")
    }
    return try consoles.open(["console", path])
  }

  /// Ends the run, and removes what it and earlier ones have recorded. Nothing is started any more.
  func end() {
    let (run, folders) = state.withLock { state in
      defer { (state.run, state.folders, state.isOver) = (nil, [], true) }
      return (state.run, state.folders)
    }
    run?.child.end()
    for folder in folders + [run?.folder].compactMap(\.self) { folder.remove() }
  }
}
