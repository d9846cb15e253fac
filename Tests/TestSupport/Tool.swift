/// Programs that tests compare with, run to their end.
public enum Tool {
  /// Runs a program found on the path.
  ///
  /// - Parameters:
  ///   - input: what it reads.
  ///   - environment: `NAME=value`, instead of ours of the same name.
  ///   - minutes: when it is killed.
  public static func run(
    _ words: [String], input: [UInt8] = [], environment: [String] = [], minutes: Int = 10
  ) throws -> ToolResult {
    try Child(words, input: input, environment: environment).wait(minutes: minutes)
  }

  public static func run(_ words: String...) throws -> ToolResult {
    try run(words)
  }

  /// What a program writes; fails where the program does.
  public static func output(
    of words: [String], input: [UInt8] = [], environment: [String] = []
  ) throws -> ToolResult {
    let result = try run(words, input: input, environment: environment)
    guard result.status == 0 else {
      throw ToolError("\(words.joined(separator: " ")) ended with status \(result.status): \(result.everything)")
    }
    return result
  }
}
