/// What was in the lines that a key log took in.
public struct KeyLogReading: Hashable, Sendable {
  /// A line that looks like a secret but is none.
  public struct Malformed: Hashable, Sendable {
    /// From 1, in the bytes that were read.
    public var line: Int
    /// What is wrong with the line.
    public var problem: KeyLogLine.Problem
  }

  /// The lines, also those that are empty or comments.
  public var lines = 0
  /// Secrets that the log did not have.
  public var added = 0
  /// Secrets that it had already.
  public var repeated = 0
  /// Lines with an unknown label, which were ignored.
  public var unknown = 0
  /// Malformed lines, which were ignored; the first hundred are in ``problems``.
  public var malformed = 0
  /// What is wrong with the line.
  public var problems: [Malformed] = []

  mutating func note(_ problem: KeyLogLine.Problem) {
    switch problem {
    case .nothing: return
    case .unknownLabel: unknown += 1
    default:
      malformed += 1
      if problems.count < 100 { problems.append(Malformed(line: lines, problem: problem)) }
    }
  }
}
