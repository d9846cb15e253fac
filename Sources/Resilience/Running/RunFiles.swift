internal import Glibc

/// The files of one run of a scenario, all in the directory of the captures.
struct RunFiles {
  /// What crossed the link; it stays.
  let capture: String
  /// For the client's host; these are removed when the run is over.
  let plan: String
  let outcome: String
  let begun: String
  let body: String
  let output: String
  /// Of the link's servers.
  let serverLog: String

  /// - Parameter turn: from 1; the files of later turns carry their number.
  init(directory: String, id: String, turn: Int) {
    let name = turn == 1 ? id : "\(id).\(turn)"
    capture = "\(directory)/\(name).pcapng"
    let hidden = "\(directory)/.\(name)"
    plan = hidden + ".plan"
    outcome = hidden + ".outcome"
    begun = hidden + ".begun"
    body = hidden + ".body"
    output = hidden + ".output"
    serverLog = hidden + ".servers"
  }

  func removeTemporaries() {
    for path in [plan, outcome, begun, body, serverLog] + outputs { unlink(path) }
  }

  /// The files that the client was given for bodies, and what it made beside them under longer names.
  private var outputs: [String] {
    var found = glob_t()
    defer { globfree(&found) }
    guard glob(output + "*", 0, nil, &found) == 0 else { return [] }
    return (0..<Int(found.gl_pathc)).compactMap { found.gl_pathv[$0].map { String(cString: $0) } }
  }
}
