/// What a test needs and does not get, in words that say what to do.
public struct ToolError: Error, CustomStringConvertible {
  public var description: String

  public init(_ description: String) {
    self.description = description
  }

  /// A program that cannot be started: most often its package is not installed.
  static func missing(_ program: String) -> ToolError {
    ToolError("\(program) is needed by this test: apt-get install \(packages[program] ?? program)")
  }

  /// The Debian packages of programs that are not named as theirs.
  private static let packages = [
    "capinfos": "wireshark-common", "python3": "python3", "setpriv": "util-linux", "unshare": "util-linux",
  ]
}
