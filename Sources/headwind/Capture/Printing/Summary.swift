import Captures

/// The packet counts in tcpdump's words.
struct Summary {
  /// The counts with their labels.
  private let counts: [(UInt64, String)]

  /// - Parameters:
  ///   - statistics: those of a live capture; nil for a file.
  ///   - taken: the number of packets that were captured.
  init(_ statistics: CaptureStatistics?, taken: Int) {
    var counts = [(UInt64(taken), "captured")]
    if let statistics {
      counts.append((statistics.receivedByFilter, "received by filter"))
      counts.append((statistics.droppedByKernel, "dropped by kernel"))
      if statistics.droppedByInterface > 0 { counts.append((statistics.droppedByInterface, "dropped by interface")) }
    }
    self.counts = counts
  }

  /// One line for each count, for the end of a capture.
  var lines: [String] { counts.map { "\($0) packet\($0 == 1 ? "" : "s") \($1)" } }

  /// All counts on one line, for SIGUSR1.
  var line: String { "headwind: " + lines.joined(separator: ", ") }
}
