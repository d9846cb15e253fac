import Glibc
import Testing

/// The README's examples that read a recorded capture print what the README says they print.
@Suite struct ReadmeTests {
  private struct Example {
    var command: String
    var output: String
  }

  /// The top of the repository, three levels above this file.
  private static var top: String {
    #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()
  }

  /// Indented lines: a command after `$`, and what it prints up to the next blank line or command.
  private static func examples() -> [Example] {
    var examples: [Example] = []
    var isInside = false
    for line in run("cat '\(top)/README.md'").split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("    $ ") {
        examples.append(Example(command: String(line.dropFirst(6)), output: ""))
        isInside = true
      } else if isInside, line.hasPrefix("    ") {
        examples[examples.count - 1].output += line.dropFirst(4) + "\n"
      } else {
        isInside = false
      }
    }
    return examples.filter { $0.command.contains("captures/recorded/") }
  }

  private static func run(_ command: String) -> String {
    guard let pipe = popen("(\(command)) 2>/dev/null", "re") else { return "" }
    defer { pclose(pipe) }
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = fread(&chunk, 1, chunk.count, pipe), count > 0 { output += chunk[..<count] }
    return String(decoding: output, as: UTF8.self)
  }

  @Test func examplesOnRecordedCapturesAreTrue() throws {
    let tests = try #require(
      realpath("/proc/self/exe", nil).map { path in
        defer { free(path) }
        return String(cString: path)
      })
    let build = try #require(tests.lastIndex(of: "/").map { tests[..<$0] })
    let examples = Self.examples()
    #expect(examples.count >= 2)
    for example in examples {
      let printed = Self.run("cd '\(Self.top)' && PATH='\(build)':\"$PATH\" && \(example.command)")
      // An indented line of the README has no spaces at its end.
      let lines = printed.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        String(line.reversed().drop { $0 == " " }.reversed())
      }
      #expect(lines.joined(separator: "\n") == example.output, "\(example.command)")
    }
  }
}
