import Glibc
import VirtualLink

/// Whether a capture on a link keeps up with small packets at a high rate, written to a file and as lines.
enum LiveCaptureBench {
  static let title = "live capture"
  private static let rate = 200_000
  private static let seconds = 20.0
  private static let port: UInt16 = 5005

  /// Prints a row for each way; false if a packet was lost.
  static func run(_ headwind: String, in folder: String) throws -> Bool {
    let file = folder + "/live.pcap"
    defer { unlink(file) }
    var isSound = true
    for (words, options) in [("to a file", ["-w", file]), ("as lines", ["-n", "-q", "-t"])] {
      let path = try BenchPath.link()
      // Nobody reads: what does not fit is dropped behind the link.
      let receiver = try BenchSocket.udp(in: path.farSide)
      try receiver.receive(at: path.farHost, port: port)
      let sender = try BenchSocket.udp(in: path.client)
      try sender.reach(path.farHost, port: port)
      let capture = try path.client.perform {
        try RunningCapture([headwind, "capture", "-i", LinkTopology.clientInterface] + options + ["udp port \(port)"])
      }
      let sent = try LinkMeasurements.steadyPackets(sender, rate: rate, seconds: seconds)
      let counts = try capture.end()
      let isReached = counts.captured == sent && counts.dropped == 0 && sent >= rate * Int(seconds) * 99 / 100
      say(
        Row(
          title: "\(title) \(words)", ours: "\(counts.captured) packets captured, \(counts.dropped) dropped",
          peer: "\(sent) sent in \(seconds.rounded(to: 0)) s (\(Int(Double(sent) / seconds)) a second)", ratio: "",
          target: "\(rate) a second, nothing dropped", isReached: isReached, isEqual: counts.captured == sent,
          notes: "processor time \(counts.processorSeconds.rounded(to: 1)) s"
        ).text)
      isSound = isSound && counts.captured == sent && counts.dropped == 0
    }
    return isSound
  }
}
