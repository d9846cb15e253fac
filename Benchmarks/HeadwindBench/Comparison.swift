import Glibc

/// Two programs that do the same with the same file, run by turns.
struct Comparison {
  var title: String
  var ours: [String]
  var theirs: [String]
  /// How many times faster we mean to be.
  var expected: Double
  var rounds = 5
  /// Whether the outputs, in these two files, say the same; in words what they say.
  var judge: (_ ours: String, _ theirs: String) throws -> (isEqual: Bool, words: String)

  /// Measures and prints a line; false if the outputs differ.
  func run(in folder: String) throws -> Bool {
    let outputs = (folder + "/ours.out", folder + "/theirs.out")
    defer {
      unlink(outputs.0)
      unlink(outputs.1)
    }
    var runs: (ours: [ProgramRun], theirs: [ProgramRun]) = ([], [])
    for _ in 0..<rounds {
      runs.ours.append(try ProgramRun(ours, output: outputs.0))
      runs.theirs.append(try ProgramRun(theirs, output: outputs.1))
    }
    let verdict = try judge(outputs.0, outputs.1)
    // The median of each pair's ratio: what else the machine does then weighs on both alike.
    let ratio = median(zip(runs.ours, runs.theirs).map { $1.seconds / $0.seconds })
    let processor = median(zip(runs.ours, runs.theirs).map { $1.processorSeconds / $0.processorSeconds })
    say("\(title): \(rounded(ratio)) times as fast as \(theirs[0]) (expected \(rounded(expected)))")
    say("  processor time \(rounded(processor)) times less")
    for (words, runs) in [
      (ours[0].split(separator: "/").last.map(String.init) ?? "", runs.ours), (theirs[0], runs.theirs),
    ] {
      let time = rounded(median(runs.map(\.seconds)))
      let memory = rounded(runs.map(\.peakMegabytes).max() ?? 0)
      say("  \(words): \(time) s, at most \(memory) MB")
    }
    say("  output: \(verdict.words)")
    return verdict.isEqual
  }

  private func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }

  private func rounded(_ value: Double) -> String {
    let hundredths = Int((value * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
  }
}
