import Glibc
import TestSupport
import Testing

/// The README's examples that read a recorded capture print what the README says they print.
@Suite(.waiting) struct ReadmeTests {
  private struct Example {
    var command: String
    var output: String
  }

  /// Indented lines: a command after `$`, and what it prints up to the next blank line or command.
  private static func examples() throws -> [Example] {
    var examples: [Example] = []
    var isInside = false
    for line in try Files.text(Repository.file("README.md")).split(separator: "\n", omittingEmptySubsequences: false) {
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

  @Test func examplesOnRecordedCapturesAreTrue() throws {
    let examples = try Self.examples()
    #expect(examples.count >= 3)
    for example in examples {
      // On a terminal, as a reader tries it; what is on standard error is not shown.
      let printed = try Shell.run(
        """
        cd '\(Repository.root)'; PATH='\(BuiltProducts.folder)':"$PATH"; export example=$(cat <<'end'
        \(example.command)
        end
        )
        export NO_COLOR=1 HEADWIND_PAGER=
        script -qec 'stty cols 120; eval "$example" 2>/dev/null' /dev/null </dev/null | tr -d '\\r'
        """, tools: ["script": "bsdutils"]
      ).output
      // An indented line of the README has no spaces at its end.
      let lines = printed.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        String(line.reversed().drop { $0 == " " }.reversed())
      }
      #expect(lines.joined(separator: "\n") == example.output, "\(example.command)")
    }
  }
}
