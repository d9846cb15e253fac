import Captures

/// How many packets there were, in tcpdump's words.
struct Summary {
  /// The counts and what each is of.
  private let counts: [(UInt64, String)]

  /// - Parameters:
  ///   - statistics: a live capture's; nil for a file.
  ///   - taken: the packets that were taken.
  init(_ statistics: CaptureStatistics?, taken: Int) {
    var counts = [(UInt64(taken), "captured")]
    if let statistics {
      counts.append((statistics.receivedByFilter, "received by filter"))
      counts.append((statistics.droppedByKernel, "dropped by kernel"))
      if statistics.droppedByInterface > 0 { counts.append((statistics.droppedByInterface, "dropped by interface")) }
    }
    self.counts = counts
  }

  /// A line each, as at the end of a capture.
  var lines: [String] { counts.map { "\($0) packet\($0 == 1 ? "" : "s") \($1)" } }

  /// All in one, as in answer to SIGUSR1.
  var line: String { "headwind: " + lines.joined(separator: ", ") }
}
