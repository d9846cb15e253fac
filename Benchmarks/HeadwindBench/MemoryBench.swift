/// The most memory that each streaming mode has, with a file and with one ten times as long.
enum MemoryBench {
  private static let limit = 64.0
  private static let modes = [
    ["capture", "-n"], ["capture", "-n", "-A"], ["capture", "-Y", "tcp.flags.reset == 1"], ["http"],
    ["export", "jsonl"],
    ["export", "har"],
  ]

  /// Prints a row for each mode; false if one has too much.
  static func run(_ headwind: String, captures: (short: String, long: String)) throws -> Bool {
    var isSound = true
    for mode in modes {
      let runs = try [captures.short, captures.long].map {
        try ProgramRun([headwind] + mode + ["-r", $0], output: "/dev/null")
      }
      let (short, long) = (runs[0].peakMegabytes, runs[1].peakMegabytes)
      // Where a batch ends differs from run to run, and so does how full it is then.
      let isReached = max(short, long) <= limit && long < short * 1.25 + 4
      say(
        Row(
          title: "memory of " + mode.joined(separator: " "), ours: "\(short.rounded(to: 1)) MB",
          peer: "ten times the file \(long.rounded(to: 1)) MB", ratio: "",
          target: "\(limit.rounded(to: 0)) MB, the same for both", isReached: isReached, isEqual: nil,
          notes: "\(runs[0].seconds.rounded(to: 2)) s, \(runs[1].seconds.rounded(to: 2)) s"
        ).text)
      isSound = isSound && isReached
    }
    return isSound
  }
}
