import Captures
import Glibc
import VirtualLink

extension WireObserver {
  /// Writes the remembered frames since a moment to a file, or to a file in memory whose descriptor is sent to the
  /// client.
  func capture(
    _ path: String, _ side: ObservationRequest.Side, since start: ObservationRequest.Start
  ) throws -> ControlReply {
    let (ring, start) = try withRecord { ($0.ring, try $0.start(start)) }
    guard path.isEmpty else { return try write(ring, side, since: start, to: path) }
    let file = try Descriptor.memoryFile("headwind capture")
    var reply = try write(ring, side, since: start, to: "/proc/self/fd/\(file.raw)")
    // The writer shares its place in the file; whoever gets the descriptor reads from the beginning.
    lseek(file.raw, 0, SEEK_SET)
    reply.descriptors = [file]
    return reply
  }

  private func write(
    _ ring: FrameRing, _ side: ObservationRequest.Side, since start: WireMark, to path: String
  ) throws -> ControlReply {
    do {
      var writer = try SightingWriter(
        path: path, side: side.captured,
        comment: "headwind: since \(start.text.isEmpty ? "mark \(start.number)" : start.text)", keys: keys,
        onlyRegular: true)
      try writer.writeKeys()
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

extension ObservationRequest.Side {
  fileprivate var captured: CaptureSide {
    switch self {
    case .client: .client
    case .server: .server
    case .both: .both
    }
  }
}
