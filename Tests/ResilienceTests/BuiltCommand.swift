import Glibc
import Testing

/// The built command, beside the tests.
enum BuiltCommand {
  struct Result {
    var status: Int32
    var output: String

    /// The lines on one scenario: the verdict, and what is indented beneath it.
    func lines(about id: String) -> String {
      let lines = output.split(separator: "\n")
      guard let place = lines.firstIndex(where: { $0.split(separator: " ").dropFirst().first == id[...] }) else {
        return ""
      }
      return ([lines[place]] + lines[(place + 1)...].prefix { $0.hasPrefix("  ") }).joined(separator: "\n")
    }
  }

  static func path() throws -> String {
    let tests = try #require(
      realpath("/proc/self/exe", nil).map { path in
        defer { free(path) }
        return String(cString: path)
      })
    return try #require(tests.lastIndex(of: "/").map { tests[..<$0] }) + "/headwind"
  }

  /// Runs `headwind test` in a directory of its own.
  /// - Parameters:
  ///   - files: what is in the directory.
  ///   - inspect: is given the directory of the captures before it is removed.
  static func test(
    _ words: String, files: [String: String] = [:], inspect: (String) throws -> Void = { _ in }
  ) throws -> Result {
    var template = Array("/tmp/headwind-resilience.XXXXXX".utf8CString)
    let directory = try #require(mkdtemp(&template).map { String(cString: $0) })
    defer { _ = system("rm -rf '\(directory)'") }
    for (name, text) in files {
      let file = try #require(fopen("\(directory)/\(name)", "w"))
      fputs(text, file)
      fclose(file)
    }
    let command = "cd '\(directory)' && '\(try path())' test --captures '\(directory)/captures' \(words)"
    let pipe = try #require(popen(command + " 2>&1 </dev/null", "re"))
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { output += chunk[..<count] }
    let status = (pclose(pipe) >> 8) & 0xff
    try inspect(directory + "/captures")
    return Result(status: status, output: String(decoding: output, as: UTF8.self))
  }
}
