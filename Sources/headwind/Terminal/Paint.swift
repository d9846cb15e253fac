import ArgumentParser
import LinkConditions
import Resilience
import TextOutput

/// The option `--color`: whether verdicts, errors and status codes are coloured.
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

  /// The paint for standard output.
  var paint: Paint { paint(isTerminal: Console.isOutput) }
  /// The paint for standard error.
  var errorPaint: Paint { paint(isTerminal: Console.isErrors) }

  private func paint(isTerminal: Bool) -> Paint {
    switch choice {
    case .always: Paint(isOn: true)
    case .never: Paint(isOn: false)
    case .auto:
      // https://no-color.org: any value except the empty one turns colours off.
      Paint(isOn: isTerminal && Console.variable("NO_COLOR") == nil && Console.variable("TERM") != "dumb")
    }
  }

  /// Reports that a checked file is valid.
  func tellValid(_ file: PrintableText) {
    StandardOutput.tell(file + ": " + paint("ok", .good))
  }

  /// Prints the errors in a checked file on standard error.
  func say(_ error: ProfileFileError) {
    let word = errorPaint("error", .bad)
    for problem in error.problems {
      Headwind.say("\(error.file):\(problem.line):\(problem.column): " + word + ": \(problem.message)")
    }
  }
}

/// Colours text with the terminal's eight standard colours, or leaves it unchanged.
struct Paint: Sendable {
  /// The meaning of a colour.
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
    // The escape sequences are constants, and the text between them is already escaped.
    return PrintableText(verbatim: "\u{1b}[\(meaning.code)m\(text.text)\u{1b}[0m")
  }

  /// The meaning of a verdict on a client.
  static func meaning(of verdict: Verdict.Kind) -> Meaning {
    switch verdict {
    case .pass: .good
    case .warn, .inconclusive: .doubtful
    case .fail, .error: .bad
    case .notApplicable, .note: .faint
    }
  }

  /// The meaning of an HTTP status for the client.
  static func meaning(ofStatus status: Int?) -> Meaning? {
    switch status ?? 0 {
    case 500...: .bad
    case 400...: .doubtful
    case 200..<300: .good
    default: nil
    }
  }
}
