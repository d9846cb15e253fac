import FoundationEssentials
import Glibc
import LinkConditions
import Verification

/// How exactly links do what is asked of them: ours, and the kernel's emulator in a machine that has it, by the same probes.
enum FidelityBench {
  static let title = "fidelity"

  /// Prints a row for each quantity.
  static func run(_ headwind: String, in folder: String) throws {
    try programToProgram()
    let verify = [headwind, "verify", "--json", "--quiet", "--engine"]
    show(try report(verify + ["userspace"], folder), "userspace")
    let machine = ["scripts/run-in-uml", "--timeout", "400", "--"]
    show(try report(machine + verify + ["netem"], folder), "netem in User-Mode Linux")
  }

  /// The delay from one program's clock before it sends to another's after it has received: what waking the receiver takes is
  /// in it, over bare interfaces too.
  private static func programToProgram() throws {
    let conditions = DirectionConditions(delay: .milliseconds(100))
    var (links, bares): ([[Double]], [[Double]]) = ([], [])
    for _ in 0..<3 {
      bares.append(try ManyPaths([.bare()]).delayErrors(expected: 0, rounds: 400, pause: 3000))
      links.append(try ManyPaths([.link(conditions)]).delayErrors(expected: 0.1, rounds: 400, pause: 3000))
    }
    for (words, share, bound) in [("p50", 0.5, 0.05), ("p99", 0.99, 0.25)] {
      let (link, bare) = (median(links, at: share), median(bares, at: share))
      say(
        Row(
          title: "\(title): delay 100 ms, program to program, error \(words)", ours: "\(link.rounded(to: 3)) ms",
          peer: "bare interfaces \(bare.rounded(to: 3)) ms", ratio: "\((link / bare).rounded(to: 2)) x",
          target: "\(bound) ms and 2 x the bare ones", isReached: link <= bound && link <= 2 * bare, isEqual: nil,
          notes: "median of 3 runs of 400"
        ).text)
    }
  }

  /// The median of several runs' quantile; each run in ascending order.
  private static func median(_ runs: [[Double]], at share: Double) -> Double {
    runs.map { $0[Int(Double($0.count - 1) * share)] }.sorted()[runs.count / 2]
  }

  private static func show(_ report: VerificationReport, _ engine: String) {
    let control = report.control
    say(
      "\(title): \(engine), \(report.kernel), \(report.seconds.rounded(to: 0)) s; bare interfaces: delay p50 "
        + "\((control.delayMedian * 1e3).rounded(to: 3)) ms, p99 \((control.delayP99 * 1e3).rounded(to: 3)) ms, "
        + "\(control.lost) of \(control.packets) lost at \(control.rate.rounded(to: 0)) a second")
    for item in report.cases {
      for note in item.notMeasured { say("  \(item.name): not measured: \(note)") }
      for check in item.checks {
        let words = [check.note, check.attempts > 1 ? "measured twice" : nil].compactMap { $0 }.joined(separator: "; ")
        say(
          Row(
            title: "  \(item.name), \(check.direction), \(check.quantity.rawValue)", ours: check.got,
            peer: "asked \(check.asked)", ratio: "error \(check.error)", target: check.bound, isReached: check.isWithin,
            isEqual: nil, notes: words
          ).text)
      }
    }
  }

  private static func report(_ words: [String], _ folder: String) throws -> VerificationReport {
    let output = folder + "/verify.json"
    defer { unlink(output) }
    // It ends with 1 if something is out of bounds, which the rows say.
    _ = try ProgramRun(words, output: output, accepting: [0, 1])
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(VerificationReport.self, from: Data(contentsOf: URL(filePath: output)))
  }
}
