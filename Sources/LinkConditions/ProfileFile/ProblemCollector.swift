package import YAML

/// Collects the errors in a file, so that all of them can be reported at once.
package final class ProblemCollector {
  package private(set) var problems: [ProfileProblem] = []

  package init() {}

  package func report(_ message: String, at node: YAMLNode) {
    report(message, line: node.mark.line, column: node.mark.column)
  }

  package func report(_ message: String, line: Int, column: Int) {
    problems.append(ProfileProblem(line: line, column: column, message: message))
  }

  /// The problems in the order of the file.
  package var inOrder: [ProfileProblem] {
    problems.sorted { ($0.line, $0.column, $0.message) < ($1.line, $1.column, $1.message) }
  }
}
