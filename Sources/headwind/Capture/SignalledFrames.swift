import Captures
import Wire

extension CaptureSource where Self: ~Copyable {
  /// The next frame, or nil at the end of the source or after a signal.
  ///
  /// - Parameter idle: called before it waits, so that the caller can flush its output.
  mutating func next(answering signals: CaptureSignals, idle: () throws -> Void) throws -> Frame? {
    while true {
      if signals.hasNews, !signals.take().isEmpty { end() }
      if let frame = try nextIfReady() { return frame }
      try idle()
      guard try wait(or: signals.bell) else { return nil }
    }
  }
}
