internal import TextOutput

/// Text from outside inside of Markdown, as GitHub reads it (GFM). It makes no markup, no link and no image there.
enum MarkdownText {
  /// Words in one line, of a paragraph, an item or a table's cell.
  static func words(_ text: String) -> String {
    var result = ""
    for scalar in MarkupText.escaped(oneLine(text)).unicodeScalars {
      if #"\`*_[]|~"#.unicodeScalars.contains(scalar) { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
    return result
  }

  /// Words between backquotes, in which nothing but a backquote has a meaning, and a bar in a table.
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

  /// Lines between fences that none of them can close.
  static func block(_ lines: [String]) -> String {
    let lines = lines.map { PrintableText(escaping: $0).text }
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

  /// Ends of lines become blanks, and what is harmful is spelled out.
  private static func oneLine(_ text: String) -> String {
    PrintableText(escaping: text.split(whereSeparator: \.isNewline).joined(separator: " ")).text
  }
}
