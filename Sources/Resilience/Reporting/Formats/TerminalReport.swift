public import TextOutput

/// A suite's results as lines for a terminal.
public enum TerminalReport {
  /// The lines for one scenario: the verdict with a summary of what the client did, then each violation with its
  /// evidence.
  public static func lines(for result: ScenarioResult) -> [PrintableText] {
    let verdict = PrintableText(escaping: result.kind.rawValue.uppercased())
    let name: PrintableText =
      result.turn == 1 ? "\(result.scenario.id)" : "\(result.scenario.id) (\(result.turn))"
    let head: PrintableText = "\(column(verdict, 6))\(column(name, 28))\(result.behaviour)"
    var lines = [head.trimmed]
    for verdict in result.verdicts where verdict.kind != .pass {
      lines.append("        \(ScenarioReport.Finding(verdict).line)")
    }
    if let saying = lastLine(result.outcome?.output ?? ""), ![.pass, .notApplicable].contains(result.kind) {
      lines.append("        the client said: \(saying)")
    }
    if !result.capture.isEmpty, result.kind != .pass { lines.append("        \(result.capture)") }
    return lines.map(withoutCommands)
  }

  /// The progress line while scenarios run: their names, and how long the rest may take.
  public static func progress(running: [String], done: Int, total: Int, secondsLeft: Int?) -> PrintableText {
    let left: PrintableText = secondsLeft.map { ", at most \($0) s left" } ?? ""
    let names = running.prefix(3).joined(separator: ", ") + (running.count > 3 ? ", ..." : "")
    return "[\(done)/\(total)\(left)] \(names)"
  }

  /// The last line of the client's output, where programs report errors, with at most 120 characters.
  static func lastLine(_ output: String) -> PrintableText? {
    let line = output.split(whereSeparator: \.isNewline).last { $0 != ClientHost.wantsLine && !isBlank($0) }
    return line.map { "\(String(String.UnicodeScalarView($0.unicodeScalars.prefix(120))))" }
  }

  /// Whether a line has no visible characters, such as one that only clears a line of the terminal.
  private static func isBlank(_ line: Substring) -> Bool {
    line.unicodeScalars.allSatisfy { HarmlessText.isHarmful($0) || $0 == " " }
  }

  /// A job's log obeys commands in a step's output.
  static func withoutCommands(_ line: PrintableText) -> PrintableText {
    // What was printable stays printable.
    PrintableText(verbatim: WorkflowCommands.defused(line.text))
  }

  /// Text that is padded with at least one space.
  private static func column(_ text: PrintableText, _ width: Int) -> PrintableText {
    (text + " ").padded(to: width)
  }
}
