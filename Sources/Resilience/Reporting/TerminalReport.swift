internal import Dissection

/// A suite's results as lines for a terminal.
public struct TerminalReport: Sendable {
  private var counts: [Verdict.Kind: Int] = [:]

  public init() {}

  /// What the command ends with: whether anything failed, and whether anything could not be judged.
  public var hasFailure: Bool { counts[.fail] != nil }
  public var hasWarning: Bool { counts[.warn] != nil }
  public var hasError: Bool { counts[.error] != nil }
  /// Whether a signal ended the suite before its time.
  public var interrupted = false

  /// The lines for one scenario: the verdict with what the client did, then each breach with its evidence.
  public mutating func lines(for result: ScenarioResult) -> [String] {
    counts[result.kind, default: 0] += 1
    let verdict = Self.padded(result.kind.rawValue.uppercased(), to: 6)
    var lines = ["\(verdict)\(Self.padded(result.scenario.id, to: 28))\(result.behaviour)"]
    for verdict in result.verdicts where verdict.kind != .pass {
      lines.append("        " + Self.breach(verdict))
    }
    if let saying = Self.firstLine(result.outcome?.output ?? ""), result.kind != .pass {
      lines.append("        the client said: \(saying)")
    }
    if !result.capture.isEmpty { lines.append("        \(result.capture)") }
    return lines
  }

  /// The last line: how many scenarios ended in which way.
  public var summary: String {
    let kinds: [(Verdict.Kind, String)] = [
      (.pass, "passed"), (.fail, "failed"), (.warn, "with warnings"), (.notApplicable, "not applicable"),
      (.error, "could not be judged"),
    ]
    let total = counts.values.reduce(0, +)
    let parts = kinds.compactMap { kind, words in counts[kind].map { "\($0) \(words)" } }
    return "\(total) \(total == 1 ? "scenario" : "scenarios"): \(parts.joined(separator: ", "))"
  }

  private static func breach(_ verdict: Verdict) -> String {
    guard let expectation = verdict.expectation else { return verdict.finding }
    var line = "\(expectation.requirement.rawValue) \(expectation.demand.words): \(verdict.finding)"
    let numbers = verdict.packets.prefix(6).map { String($0.number) }
    if !numbers.isEmpty {
      line += " (\(numbers.count == 1 ? "packet" : "packets") \(numbers.joined(separator: ", ")))"
    }
    return line
  }

  /// The client's words, without what could steer a terminal.
  private static func firstLine(_ output: String) -> String? {
    let line = output.split(whereSeparator: \.isNewline).first?.unicodeScalars.filter {
      $0.value >= 0x20 && $0.value != 0x7f
    }
    guard let line, !line.isEmpty else { return nil }
    return String(String.UnicodeScalarView(line).prefix(120))
  }

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(1, width - text.count))
  }
}
