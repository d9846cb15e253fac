/// What a program left behind: its status and all that it wrote.
public struct ToolResult: Sendable {
  /// The exit status, or 128 and the signal, as a shell has it.
  public var status: Int32
  /// Standard output, as it came.
  public var bytes: [UInt8]
  /// Standard error.
  public var errors: String

  /// Standard output as text.
  public var output: String { String(decoding: bytes, as: UTF8.self) }

  /// The lines of standard output that are not empty.
  public var lines: [String] { output.split(separator: "\n").map(String.init) }

  /// Standard output, and after it standard error.
  public var everything: String { output + errors }
}
