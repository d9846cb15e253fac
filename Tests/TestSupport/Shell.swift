/// Scripts of bash about the command under test.
public enum Shell {
  /// Runs a script in which `$headwind` is the command under test, `$tests` the program of these tests, and `$folder` a folder that is
  /// removed afterwards.
  ///
  /// - Parameters:
  ///   - tools: the programs that the script needs, and the Debian packages that hold them.
  ///   - isolated: in user, network and mount namespaces of its own, as their root, whoever runs the test.
  ///   - minutes: when the script is killed.
  public static func run(
    _ script: String, tools: [String: String] = [:], isolated: Bool = false, minutes: Int = 10
  ) throws -> ToolResult {
    try TemporaryFolder.with { folder in
      let checks = tools.map {
        "command -v \($0) >/dev/null || { echo \($0) is needed: apt-get install \($1) >&2; exit \(missing); }"
      }
      let names = ["folder=\(folder)", "headwind=\(BuiltProducts.headwind)", "tests=\(BuiltProducts.tests)"]
      let text = (names + checks + [script]).joined(separator: "\n")
      let prefix = isolated ? ["unshare", "--user", "--map-root-user", "--net", "--mount"] : []
      let result = try Tool.run(prefix + ["bash", "-c", text], minutes: minutes)
      guard result.status != missing else { throw ToolError(result.errors) }
      return result
    }
  }

  /// How a script ends that lacks a tool.
  private static let missing: Int32 = 99
}
