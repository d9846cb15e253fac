import Captures
import Dissection
import Wire

extension CaptureSource where Self: ~Copyable {
  /// What the source says of its current frame, for the tree. A pcap file says nothing.
  func notes(on frame: Frame) -> PacketNotes {
    guard let section else { return PacketNotes() }
    let options = options
    let direction = frame.direction == .unknown ? nil : UInt32(frame.direction.rawValue)
    return PacketNotes(
      section: section, interface: interfaces[frame.interfaceID].name ?? "unknown",
      flags: options.packetFlags ?? direction, comments: options.comments)
  }
}
