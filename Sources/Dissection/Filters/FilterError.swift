import TextOutput

/// What is wrong with a display filter, and where.
public struct FilterError: Error, Hashable, Sendable {
  /// One line, no full stop.
  public var message: String
  /// Which characters of the filter are meant, counted from 0 in Unicode scalars; empty at its end.
  public var range: Range<Int>
  /// Fields that may have been meant.
  public var suggestions: [String]
  /// The filter.
  public internal(set) var text: String

  init(_ message: String, _ range: Range<Int>, suggestions: [String] = []) {
    self.message = message
    self.range = range
    self.suggestions = suggestions
    text = ""
  }

  /// The filter with a caret under the place, and what may have been meant.
  public var explanation: String {
    let shown = HarmlessText.escaped(text)
    // Escapes are longer than what they stand for.
    let before = HarmlessText.escaped(String(String.UnicodeScalarView(text.unicodeScalars.prefix(range.lowerBound))))
    let marked = text.unicodeScalars.dropFirst(range.lowerBound).prefix(max(1, range.count))
    let width = max(1, HarmlessText.escaped(String(String.UnicodeScalarView(marked))).unicodeScalars.count)
    var lines = [
      "  " + shown,
      "  " + String(repeating: " ", count: before.unicodeScalars.count) + "^"
        + String(repeating: "~", count: width - 1),
    ]
    if !suggestions.isEmpty { lines.append("  Did you mean " + suggestions.joined(separator: ", ") + "?") }
    return lines.joined(separator: "\n")
  }
}

extension FilterError: CustomStringConvertible {
  public var description: String { "\(message) (column \(range.lowerBound + 1))\n\(explanation)" }
}
