/// Takes the commands of CI systems out of what clients and servers said. A job's log may show any file that is written here.
///
/// GitHub's runner obeys a line that begins with `::`, after blanks, and `##[command]` anywhere in a line; Azure Pipelines obeys
/// `##vso[...]`, TeamCity `##teamcity[...]`, GitLab a line that begins with `section_start:`, and Buildkite one that begins with `---`,
/// `+++`, `~~~` or `^^^`.
enum WorkflowCommands {
  private static let beginnings = ["::", "---", "+++", "~~~", "^^^", "section_start:", "section_end:"]

  /// Lines of text, in which the first character of a command is written as `\x3a`.
  static func defused(_ text: String) -> String {
    lines(of: text).map { line in
      let blanks = line.prefix { $0 == " " || $0 == "\t" }
      let rest = line[blanks.endIndex...]
      guard isCommand(rest), let first = rest.first else { return withoutBrackets(line) }
      return String(blanks) + escape(first) + withoutBrackets(rest.dropFirst())
    }.joined(separator: "\n")
  }

  /// Content of an XML element, all of it on one line, so that none of its lines is one of a log.
  /// - Parameter markup: text whose markup characters are escaped.
  static func inMarkup(_ markup: String) -> String {
    lines(of: markup).map { withoutBrackets($0) { _ in "&#91;" } }.joined(separator: "&#10;")
  }

  private static func lines(of text: String) -> [Substring.UnicodeScalarView] {
    text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private static func isCommand(_ line: Substring.UnicodeScalarView) -> Bool {
    beginnings.contains { line.starts(with: $0.unicodeScalars) }
  }

  /// The line with the bracket of `##[`, `##vso[` and the like written out.
  private static func withoutBrackets(
    _ line: Substring.UnicodeScalarView, _ escape: (Unicode.Scalar) -> String = escape
  ) -> String {
    var result = ""
    // The number of sharps before the letters that are read.
    var (sharps, isWord) = (0, false)
    for scalar in line {
      if scalar == "[", sharps >= 2 {
        result += escape(scalar)
      } else {
        result.unicodeScalars.append(scalar)
      }
      if scalar == "#" {
        sharps = isWord ? 1 : sharps + 1
        isWord = false
      } else if scalar.properties.isAlphabetic, sharps >= 2 {
        isWord = true
      } else {
        (sharps, isWord) = (0, false)
      }
    }
    return result
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String { "\\x" + String(scalar.value, radix: 16) }
}
