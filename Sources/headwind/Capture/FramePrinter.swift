import Captures
import Wire

/// Prints each frame as tcpdump does.
struct FramePrinter: ~Copyable {
  private var output: StandardOutput

  init(lineBuffered: Bool) {
    output = StandardOutput(lineBuffered: lineBuffered)
  }

  mutating func print(_ frame: Frame, _ bytes: Span<UInt8>, number: Int) throws(StandardOutput.Trouble) {
    output.buffer.append(contentsOf: "\(number) \(bytes.count)\n".utf8)
    try output.endLine()
  }

  mutating func flush() throws(StandardOutput.Trouble) {
    try output.flush()
  }
}
