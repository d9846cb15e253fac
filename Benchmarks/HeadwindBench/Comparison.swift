import Glibc

/// Two programs that do the same with the same file, run by turns.
struct Comparison {
  var title: String
  var ours: [String]
  var theirs: [String]
  /// How many times faster we mean to be; nil where the row only tells.
  var target: Double?
  var rounds = 5
  /// Whether both run on one core only.
  var onOneCore = false
  /// What is done before each run is measured; to make the peer, for one.
  var prepare: () throws -> Void = {}
  /// Whether the outputs, in these two files, say the same; in words what they say.
  var judge: (_ ours: String, _ theirs: String) throws -> (isEqual: Bool, words: String)

  /// Measures and prints a row; false if the outputs differ.
  func run(in folder: String) throws -> Bool {
    try prepare()
    let outputs = (folder + "/ours.out", folder + "/theirs.out")
    defer {
      unlink(outputs.0)
      unlink(outputs.1)
    }
    let prefix = onOneCore ? ["taskset", "--cpu-list", "0"] : []
    var runs: (ours: [ProgramRun], theirs: [ProgramRun]) = ([], [])
    for _ in 0..<rounds {
      runs.ours.append(try ProgramRun(prefix + ours, output: outputs.0))
      runs.theirs.append(try ProgramRun(prefix + theirs, output: outputs.1))
    }
    let verdict = try judge(outputs.0, outputs.1)
    // The median of each pair's ratio: what else the machine does then weighs on both alike.
    let ratio = median(zip(runs.ours, runs.theirs).map { $1.seconds / $0.seconds })
    let processor = median(zip(runs.ours, runs.theirs).map { $1.processorSeconds / $0.processorSeconds })
    say(
      Row(
        title: title, ours: seconds(runs.ours), peer: "\(peer) \(seconds(runs.theirs))",
        ratio: "\(ratio.rounded(to: 2)) x", target: target.map { "\($0.rounded(to: 1)) x" },
        isReached: ratio >= target ?? 0 && verdict.isEqual, isEqual: verdict.isEqual,
        notes:
          "processor time \(processor.rounded(to: 2)) x; at most \(peak(runs.ours)) MB, \(peer) \(peak(runs.theirs)) MB; "
          + verdict.words
      ).text)
    return verdict.isEqual
  }

  private var peer: String { theirs[0].split(separator: "/").last.map(String.init) ?? "" }

  private func seconds(_ runs: [ProgramRun]) -> String {
    median(runs.map(\.seconds)).rounded(to: 3) + " s"
  }

  private func peak(_ runs: [ProgramRun]) -> String {
    (runs.map(\.peakMegabytes).max() ?? 0).rounded(to: 0)
  }

  private func median(_ values: [Double]) -> Double {
    values.sorted()[values.count / 2]
  }
}
