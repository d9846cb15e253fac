import Captures
import Dissection
import Exchanges
import TextOutput
import Wire

/// Reads a source to its end, and writes the data of one conversation as it arrives.
struct FollowSession: ~Copyable {
  private var follower: StreamFollower
  private let output = StandardOutput()
  private let signals: CaptureSignals
  private var seen = 0

  init(_ target: FollowOptions.Target, memory: Int, decodedAs: [DecodeAs], _ signals: CaptureSignals) {
    var options = HTTPOptions()
    options.memory = memory
    options.applications = DissectorTables(decodedAs).applications
    follower = StreamFollower(target.layer, stream: target.stream, mode: target.mode, options: options)
    self.signals = signals
  }

  /// Whether the conversation was found.
  var isFound: Bool { follower.isFound }

  mutating func take<Source: CaptureSource & ~Copyable>(
    from source: inout Source, where filter: CaptureFilter? = nil
  ) throws {
    let before = seen
    while var frame = try source.next(answering: signals, idle: { try flush() }) {
      // Packet numbers continue from one file to the next.
      frame.number += before
      seen = frame.number
      if let filter, !filter.matches(frame, source.bytes) { continue }
      follower.read(frame, source.bytes)
      if output.isDue(follower.text.count) { try flush() }
    }
  }

  mutating func finish() throws {
    follower.finish()
    try flush()
  }

  private mutating func flush() throws {
    try follower.text.withBytes { bytes throws(StandardOutput.Trouble) in try output.write(bytes) }
    follower.text.removeAll()
  }
}
