internal import Dissection

/// A suite's results as lines for a terminal.
public enum TerminalReport {
  /// The lines for one scenario: the verdict with what the client did, then each breach with its evidence.
  public static func lines(for result: ScenarioResult) -> [String] {
    let verdict = padded(result.kind.rawValue.uppercased(), to: 6)
    let name = result.turn == 1 ? result.scenario.id : "\(result.scenario.id) (\(result.turn))"
    var lines = [trimmed("\(verdict)\(padded(name, to: 28))\(result.behaviour)")]
    for verdict in result.verdicts where verdict.kind != .pass {
      lines.append("        " + ScenarioReport.Finding(verdict).line)
    }
    if let saying = lastLine(result.outcome?.output ?? ""), ![.pass, .notApplicable].contains(result.kind) {
      lines.append("        the client said: \(saying)")
    }
    if !result.capture.isEmpty, result.kind != .pass { lines.append("        \(result.capture)") }
    return lines
  }

  /// What is said while scenarios run: which, and how long the rest may take.
  public static func progress(running: [String], done: Int, total: Int, secondsLeft: Int?) -> String {
    let left = secondsLeft.map { ", at most \($0) s left" } ?? ""
    let names = running.prefix(3).joined(separator: ", ") + (running.count > 3 ? ", ..." : "")
    return "[\(done)/\(total)\(left)] \(names)"
  }

  /// The client's last words, where programs say what went wrong, without what could steer a terminal.
  static func lastLine(_ output: String) -> String? {
    let lines = output.split(whereSeparator: \.isNewline).map { line in
      String(String.UnicodeScalarView(line.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }))
    }
    return lines.last { !$0.isEmpty && $0 != ClientHost.wantsLine }.map { String($0.prefix(120)) }
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }

  private static func trimmed(_ text: String) -> String {
    String(text.reversed().drop { $0 == " " }.reversed())
  }
}
