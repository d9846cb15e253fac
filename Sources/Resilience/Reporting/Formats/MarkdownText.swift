internal import TextOutput

/// Escapes untrusted text for Markdown (GFM), so that it cannot become markup, a link or an image.
enum MarkdownText {
  /// Text on one line, for a paragraph, a list item or a table cell.
  static func words(_ text: String) -> String {
    var result = ""
    for scalar in MarkupText.escaped(oneLine(text)).unicodeScalars {
      if #"\`*_[]|~"#.unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Text in backquotes, in which only backquotes, and bars in a table, have a meaning.
  static func code(_ text: String) -> String {
    var result = "`"
    for scalar in oneLine(text).unicodeScalars {
      switch scalar {
      case "`": result += "'"
      case "|": result += "\\|"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "`"
  }

  /// Lines in a fenced block. The fence is longer than any run of backquotes in the lines.
  static func block(_ lines: [String]) -> String {
    let lines = lines.map { WorkflowCommands.defused(PrintableText(escaping: $0).text) }
    var longest = 2
    for line in lines {
      var run = 0
      for byte in line.utf8 {
        run = byte == UInt8(ascii: "`") ? run + 1 : 0
        longest = max(longest, run)
      }
    }
    let fence = String(repeating: "`", count: longest + 1)
    return "\(fence)\n\(lines.joined(separator: "\n"))\n\(fence)\n"
  }

  /// Replaces line ends with spaces, and writes out harmful characters.
  private static func oneLine(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    return WorkflowCommands.defused(PrintableText(escaping: line).text)
  }
}
