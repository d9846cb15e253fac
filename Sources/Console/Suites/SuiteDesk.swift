import Glibc
import Synchronization
import TextOutput

/// Runs `headwind test` for the page: one suite at a time, in a process of its own.
final class SuiteDesk: Sendable {
  private struct Run {
    var number: Int
    var client: String
    var folder: String
    var child: ChildCommand
  }

  private struct State {
    var run: Run?
    var runs = 0
    var scenarios: String?
  }

  /// The most of a report that is given; one of all scenarios has about a megabyte.
  private static let mostReport = 64 << 20

  private let state = Mutex(State())
  private let consoles: OtherConsoles

  /// - Parameter consoles: open the captures of scenarios.
  init(consoles: OtherConsoles) {
    self.consoles = consoles
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
    guard state.withLock({ $0.run?.child.status != nil || $0.run == nil }) else {
      throw APIProblem(409, "a suite is running; wait for its end or stop it")
    }
    var template = Array("\(ChildCommand.temporaryFolder)/headwind-suite-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw APIProblem(500, "cannot create a directory: \(String(cString: strerror(errno)))")
    }
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let chosen = only.flatMap { ["--only", $0] }
    let child = try ChildCommand(
      ["test", "--deadline", String(deadline), "--captures", folder, "--report", "json", "--report", "html"]
        + chosen + ["--"] + words)
    state.withLock { state in
      state.runs += 1
      state.run = Run(number: state.runs, client: client, folder: folder, child: child)
    }
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
    text.append(jsonString: run.folder)
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
    let path = "\(run.folder)/report.html"
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
    let path = "\(run.folder)/\(scenario).pcapng"
    guard isName, access(path, R_OK) == 0 else {
      throw APIProblem(404, "there is no capture of a scenario '\(scenario)'")
    }
    return try consoles.open(["console", path])
  }

  /// Ends the run.
  func end() {
    let run = state.withLock { state in
      defer { state.run = nil }
      return state.run
    }
    run?.child.end()
  }
}
