/// Sees each frame that crosses a link, at both ends.
///
/// A link with a tap splits large sends: the frames are those that a real network would carry, with complete
/// checksums.
public protocol PacketTap: Sendable {
  /// Called on the engine's thread, between two packets. It must only copy the bytes and return.
  /// - Parameter frame: the Ethernet frame, valid only during the call.
  func saw(_ frame: Span<UInt8>, _ sighting: FrameSighting)

  /// Called on the engine's thread when something has happened to the link itself, such as a change of profile or an
  /// event. It applies to the frames that follow.
  func note(_ note: LinkNote)
}

extension PacketTap {
  public func note(_ note: LinkNote) {}
}
