import Captures
import Wire

/// Whose packets they are: looked up while they cross, or as a file's comments say.
struct PacketProcesses {
  private var finder: ProcessFinder?

  /// For packets that cross the calling thread's network namespace now.
  static func live() throws(CaptureError) -> PacketProcesses {
    PacketProcesses(finder: try ProcessFinder())
  }

  /// For packets whose comments tell it.
  static let commented = PacketProcesses(finder: nil)

  /// The process behind the source's current packet.
  mutating func process(of frame: Frame, _ source: borrowing some CaptureSource & ~Copyable) -> ProcessName? {
    if finder != nil { return finder?.process(of: frame, source.bytes) }
    return source.comments.lazy.compactMap { ProcessName(comment: $0) }.first
  }

  /// What is noted beside the packet in a file, where the source has not noted it.
  func notes(_ process: ProcessName?) -> [CaptureOption] {
    guard let process, finder != nil else { return [] }
    return [.comment(process.comment)]
  }
}
