/// An error in a profile file, and its place.
public struct ProfileProblem: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in characters, from 1.
  public let column: Int
  /// The key, what was found and what is allowed, on one line.
  public let message: String
}

/// A profile file that cannot be used, with all its errors.
public struct ProfileFileError: Error, Hashable, Sendable {
  /// The file, by the name under which it was given.
  public let file: String
  /// The errors in the order of the file; at least one.
  public let problems: [ProfileProblem]

  package init(file: String, problems: [ProfileProblem]) {
    self.file = file
    self.problems = problems
  }

  /// One line per error: `file:line:column: error: message`.
  public var lines: [String] {
    problems.map { "\(file):\($0.line):\($0.column): error: \($0.message)" }
  }
}
