import Captures
import Wire

extension CaptureSource where Self: ~Copyable {
  /// The next frame, or nil at the end, which a signal asks for too.
  ///
  /// - Parameter idle: called before it waits: the moment to hand on what was gathered.
  mutating func next(answering signals: CaptureSignals, idle: () throws -> Void) throws -> Frame? {
    while true {
      if signals.hasNews, !signals.take().isEmpty { end() }
      if let frame = try nextIfReady() { return frame }
      try idle()
      guard try wait(or: signals.bell) else { return nil }
    }
  }
}
