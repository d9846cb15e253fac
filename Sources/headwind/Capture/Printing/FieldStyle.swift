import ArgumentParser
import Dissection
import TextOutput

/// The options of `-E` for the columns of `-T fields`.
struct FieldStyle {
  var hasHeader = false
  /// Whether the output begins with a byte order mark.
  var hasMark = false
  var separator: PrintableText = "\t"
  var aggregator: PrintableText = ","
  var quote: PrintableText = ""
  var occurrence = FieldOccurrence.all

  init(_ words: [String]) throws {
    for word in words.flatMap({ Self.split($0) }) {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2 else { throw ValidationError("-E \(word): write NAME=VALUE.") }
      switch parts[0] {
      case "header": hasHeader = try Self.choice(word, parts[1], "y", "n") == "y"
      case "bom": hasMark = try Self.choice(word, parts[1], "y", "n") == "y"
      case "escape":
        // Text is always escaped, so this option has no effect.
        _ = try Self.choice(word, parts[1], "y", "n")
      case "separator":
        guard !parts[1].isEmpty else { throw ValidationError("-E \(word): write a character, /t or /s.") }
        separator = Self.character(parts[1])
      case "aggregator": aggregator = Self.character(parts[1])
      case "quote":
        let kind = try Self.choice(word, parts[1], "d", "s", "n")
        quote = kind == "d" ? "\"" : kind == "s" ? "'" : ""
      case "occurrence":
        switch parts[1].first {
        case "f": occurrence = .first
        case "l": occurrence = .last
        case "a": occurrence = .all
        default: throw ValidationError("-E \(word): write f (first), l (last) or a (all).")
        }
      default: throw ValidationError("-E \(word): write header, separator, aggregator, occurrence, quote or bom.")
      }
    }
  }

  /// Splits `header=y,separator=;` at the comma, but not `separator=,`.
  private static func split(_ word: String) -> [String] {
    var result: [String] = []
    for part in word.split(separator: ",", omittingEmptySubsequences: false) {
      if part.contains("=") {
        result.append(String(part))
      } else if !result.isEmpty, part.isEmpty {
        result[result.count - 1] += ","
      }
    }
    return result.isEmpty ? [word] : result
  }

  private static func choice(_ word: String, _ value: String, _ choices: String...) throws -> String {
    guard choices.contains(value) else { throw ValidationError("-E \(word): \(choices.joined(separator: ", ")).") }
    return value
  }

  private static func character(_ text: String) -> PrintableText {
    switch text {
    case "/t": "\t"
    case "/s": " "
    // The user may choose a control character as separator.
    default: PrintableText(verbatim: text)
    }
  }
}
