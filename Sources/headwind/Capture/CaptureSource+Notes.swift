import Captures
import Dissection
import Wire

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
