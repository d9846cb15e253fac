import Captures
import Dissection
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

extension CaptureSource where Self: ~Copyable {
  /// The source's notes about its current frame, for the tree. A pcap file has none.
  func notes(on frame: Frame) -> PacketNotes {
    guard let section else { return PacketNotes() }
    let options = options
    let direction = frame.direction == .unknown ? nil : UInt32(frame.direction.rawValue)
    return PacketNotes(
      section: section, interface: interfaces[frame.interfaceID].name ?? "unknown",
      flags: options.packetFlags ?? direction, comments: options.comments)
  }
}
