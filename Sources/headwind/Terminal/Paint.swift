import ArgumentParser
import TextOutput

/// `--color`: whether verdicts, faults and statuses are coloured.
struct ColorOption: ParsableArguments {
  enum Choice: String, CaseIterable, ExpressibleByArgument {
    case auto, always, never
  }

  @Option(
    name: .customLong("color"),
    help: ArgumentHelp(
      "Colour verdicts, errors and status codes: auto (on a terminal, unless NO_COLOR is set), always or never.",
      valueName: "when"))
  var choice = Choice.auto

  /// What colours the output.
  var paint: Paint {
    switch choice {
    case .always: Paint(isOn: true)
    case .never: Paint(isOn: false)
    case .auto:
      // https://no-color.org: any value but the empty one turns colour off.
      Paint(isOn: Console.isOutput && Console.variable("NO_COLOR") == nil && Console.variable("TERM") != "dumb")
    }
  }
}

/// Colours words with the terminal's own eight colours, or leaves them as they are.
struct Paint: Sendable {
  /// What a colour means.
  enum Meaning: Sendable {
    case good, doubtful, bad, faint

    /// Parameters of SGR (ECMA-48 section 8.3.117).
    fileprivate var code: String {
      switch self {
      case .good: "32"
      case .doubtful: "33"
      case .bad: "31"
      case .faint: "2"
      }
    }
  }

  var isOn: Bool

  func callAsFunction(_ text: PrintableText, _ meaning: Meaning?) -> PrintableText {
    guard isOn, let meaning, !text.isEmpty else { return text }
    // The escapes are our own; the text between them is harmless already.
    return PrintableText(verbatim: "\u{1b}[\(meaning.code)m\(text.text)\u{1b}[0m")
  }

  /// What an HTTP status means for the one who asked.
  static func meaning(ofStatus status: Int?) -> Meaning? {
    switch status ?? 0 {
    case 500...: .bad
    case 400...: .doubtful
    case 200..<300: .good
    default: nil
    }
  }
}
