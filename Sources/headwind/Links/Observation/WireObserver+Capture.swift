import Captures
import VirtualLink

extension WireObserver {
  /// Writes what is kept since a moment to a file, or to one in memory whose descriptor is handed over.
  func capture(_ path: String, since start: ObservationRequest.Start) throws -> ControlReply {
    let (ring, start) = try withRecord { ($0.ring, try $0.start(start)) }
    guard path.isEmpty else { return try write(ring, since: start, to: path) }
    let file = try Descriptor.memoryFile("headwind capture")
    var reply = try write(ring, since: start, to: "/proc/self/fd/\(file.raw)")
    reply.descriptors = [file]
    return reply
  }

  private func write(_ ring: FrameRing, since start: WireMark, to path: String) throws -> ControlReply {
    do {
      var writer = try SightingWriter(
        path: path, comment: "headwind: since \(start.text.isEmpty ? "mark \(start.number)" : start.text)")
      for piece in ring.pieces(after: start.frames) {
        try writer.write(piece.batch, from: piece.countUpTo(start.frames))
      }
      let frames = writer.frames
      try writer.close()
      let dropped = max(0, ring.dropped - start.frames)
      return ControlReply([("packets", String(frames))] + (dropped > 0 ? [("dropped-packets", String(dropped))] : []))
    } catch let error as CaptureError {
      throw LinkError("\(error)")
    }
  }
}
