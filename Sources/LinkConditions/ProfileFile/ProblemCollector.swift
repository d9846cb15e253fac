internal import Yams

/// Gathers what is wrong with a file, so that all of it can be said at once.
final class ProblemCollector {
  private(set) var problems: [ProfileProblem] = []

  func report(_ message: String, at node: Node) {
    report(message, line: node.mark?.line ?? 1, column: node.mark?.column ?? 1)
  }

  func report(_ message: String, line: Int, column: Int) {
    problems.append(ProfileProblem(line: line, column: column, message: message))
  }

  /// The problems in the order of the file.
  var inOrder: [ProfileProblem] {
    problems.sorted { ($0.line, $0.column, $0.message) < ($1.line, $1.column, $1.message) }
  }
}
