/// Something wrong in a profile file, and where.
public struct ProfileProblem: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// The key, what was found there and what is allowed, one line.
  public let message: String
}

/// A profile file that cannot be used, with everything that is wrong with it.
public struct ProfileFileError: Error, Hashable, Sendable {
  /// The file, by the name under which it was given.
  public let file: String
  /// What is wrong, in the order of the file; at least one problem.
  public let problems: [ProfileProblem]

  package init(file: String, problems: [ProfileProblem]) {
    self.file = file
    self.problems = problems
  }

  /// A line for each problem: `file:line:column: error: message`.
  public var lines: [String] {
    problems.map { "\(file):\($0.line):\($0.column): error: \($0.message)" }
  }
}
