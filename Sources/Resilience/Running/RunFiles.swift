internal import Glibc

/// The files of one run of a scenario, all in the directory of the captures.
struct RunFiles {
  /// The capture of the link, which is kept.
  let capture: String
  /// Files for the client's host, which are removed after the run.
  let plan: String
  let outcome: String
  let begun: String
  /// Made by the host when the client is ready, if it says so; the clocks count from then.
  let ready: String
  /// Made by the client itself, or for its request `ready` on the control socket.
  let said: String
  /// What a program that lives on is asked, and a file that appears when its outcome is written.
  let task: String
  let done: String
  let body: String
  let output: String
  /// The log of the link's servers.
  let serverLog: String

  /// - Parameter turn: the number of the repetition, from 1. The names of later repetitions contain it.
  init(directory: String, id: String, turn: Int) {
    let name = turn == 1 ? id : "\(id).\(turn)"
    capture = "\(directory)/\(name).pcapng"
    let hidden = "\(directory)/.\(name)"
    plan = hidden + ".plan"
    outcome = hidden + ".outcome"
    begun = hidden + ".begun"
    ready = hidden + ".ready"
    said = hidden + ".said"
    task = hidden + ".task"
    done = hidden + ".done"
    body = hidden + ".body"
    output = hidden + ".output"
    serverLog = hidden + ".servers"
  }

  /// The file for the body of a request, by its place.
  func output(of index: Int) -> String { index == 0 ? output : "\(output).\(index + 1)" }

  func removeTemporaries() {
    for path in [plan, outcome, begun, ready, said, task, done, body, serverLog] + outputs { unlink(path) }
  }

  /// The files that the client was given for bodies, and those whose names it made by appending to theirs.
  private var outputs: [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(output + "*", 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }
}
