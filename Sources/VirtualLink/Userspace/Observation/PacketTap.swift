/// Hears of each frame that crosses a link, at both of its ends.
///
/// A link with a tap carries no large sends: the frames are those that a network would carry, with their checksums.
public protocol PacketTap: Sendable {
  /// Called on the engine's thread, between two packets: it must only copy the bytes and return.
  /// - Parameter frame: the Ethernet frame, lent for the length of the call.
  func saw(_ frame: Span<UInt8>, _ sighting: FrameSighting)

  /// Called on the engine's thread when something has happened to the link itself: another profile, an event. What is shown
  /// next comes after it.
  func note(_ text: String)
}

extension PacketTap {
  public func note(_ text: String) {}
}
