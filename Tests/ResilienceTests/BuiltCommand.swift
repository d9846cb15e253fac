import TestSupport

/// `headwind test` on real clients.
enum BuiltCommand {
  /// Runs it in a folder of its own, with both its outputs as one. What could not be judged is tried again up to six times, because
  /// tests beside this one keep the machine busy.
  ///
  /// - Parameters:
  ///   - files: what is in the folder.
  ///   - environment: assignments, as a shell reads them.
  ///   - before, after: what the shell does besides.
  ///   - inspect: is given the folder of the captures before it is removed.
  static func test(
    _ words: String, files: [String: String] = [:], environment: String = "", before: String = "",
    after: String = "true", inspect: (String) throws -> Void = { _ in }
  ) throws -> ToolResult {
    try TemporaryFolder.with { folder in
      for (name, text) in files { try Files.write(text, to: folder + "/" + name) }
      // A CI system's own sharding variables must not affect these runs.
      let plain = "env -u CI_NODE_INDEX -u CI_NODE_TOTAL -u JOB_COMPLETION_INDEX -u JOB_COMPLETIONS \(environment)"
      let result = try Shell.run(
        """
        exec 2>&1; cd '\(folder)' || exit; \(before)
        \(plain) '\(BuiltProducts.headwind)' test --captures captures --repeat-errors 6 \(words)
        status=$?; \(after); exit $status
        """)
      try inspect(folder + "/captures")
      return result
    }
  }
}

extension ToolResult {
  /// The output without the scenarios that passed or did not apply, so that a failure is seen at once.
  var linesNotPassed: String {
    output.split(separator: "\n").filter { !$0.hasPrefix("PASS") && !$0.hasPrefix("N/A") }.joined(separator: "\n")
  }

  /// The lines on one scenario: the verdict, and what is indented beneath it.
  func lines(about id: String) -> String {
    let lines = output.split(separator: "\n")
    guard let place = lines.firstIndex(where: { $0.split(separator: " ").dropFirst().first == id[...] }) else {
      return ""
    }
    return ([lines[place]] + lines[(place + 1)...].prefix { $0.hasPrefix("  ") }).joined(separator: "\n")
  }
}
