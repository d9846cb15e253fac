import Captures
import Dissection
import Wire

extension CaptureReader {
  /// The file's notes about the current frame, for its tree. A pcap file has none.
  func notes(on frame: Frame) -> PacketNotes {
    guard let section else { return PacketNotes() }
    let options = options
    let direction = frame.direction == .unknown ? nil : UInt32(frame.direction.rawValue)
    return PacketNotes(
      section: section, interface: interfaces[frame.interfaceID].name ?? "unknown",
      flags: options.packetFlags ?? direction, comments: options.comments)
  }
}
