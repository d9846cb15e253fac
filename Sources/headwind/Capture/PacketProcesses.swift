import Captures
import Wire

/// Finds the process of a packet: live from the system, or from the comments in a file.
struct PacketProcesses {
  private var finder: ProcessFinder?

  /// For a live capture in the calling thread's network namespace.
  static func live() throws(CaptureError) -> PacketProcesses {
    PacketProcesses(finder: try ProcessFinder())
  }

  /// For a file whose comments name the processes.
  static let commented = PacketProcesses(finder: nil)

  /// The process behind the source's current packet.
  mutating func process(of frame: Frame, _ source: borrowing some CaptureSource & ~Copyable) -> ProcessName? {
    if finder != nil { return finder?.process(of: frame, source.bytes) }
    return source.comments.lazy.compactMap { ProcessName(comment: $0) }.first
  }

  /// The comment for a written packet, unless the source already has it.
  func notes(_ process: ProcessName?) -> [CaptureOption] {
    guard let process, finder != nil else { return [] }
    return [.comment(process.comment)]
  }
}
