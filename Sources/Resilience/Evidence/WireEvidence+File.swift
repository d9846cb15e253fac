public import Captures
import Wire

extension WireEvidence {
  /// Reads a whole capture file.
  ///
  /// The secrets that the file holds open its TLS connections. Packets that the link damaged are left out where they reach the client, because its network stack discards them.
  public init(capture path: String, servers: ServerLog = ServerLog()) throws(CaptureError) {
    self.init(servers: servers)
    // Packets that were lost on their way to the client are only in the far side's view.
    var reader = try CaptureReader.open(path, side: .both)
    while let frame = try reader.next() {
      add(keys: reader.takeKeyLog())
      if frame.direction == .outbound, reader.comments.contains(where: FateNote.isLoss) { lostPackets += 1 }
      if reader.interfaces[frame.interfaceID].name == CaptureSide.serverInterface { continue }
      if Self.isDiscarded(frame, reader.bytes, reader.comments) { continue }
      read(frame, reader.bytes)
    }
    add(keys: reader.takeKeyLog())
    finish()
  }

  /// Whether a packet of the client's end reached the client damaged, so that its network stack did not take it.
  static func isDiscarded(_ frame: Frame, _ bytes: Span<UInt8>, _ comments: [String]) -> Bool {
    guard frame.direction == .inbound, let place = corruptedByte(comments) else { return false }
    return isDiscarded(bytes, corruptedAt: place)
  }

  /// The position in a packet's fate: `Slow Net: delayed 103 ms, corrupted at byte 61`.
  private static func corruptedByte(_ comments: [String]) -> Int? {
    for comment in comments {
      let scalars = comment.unicodeScalars
      guard let words = scalars.firstRange(of: "corrupted at byte ".unicodeScalars) else { continue }
      return Int(String(scalars[words.upperBound...].prefix { ("0"..."9").contains($0) }))
    }
    return nil
  }

  /// Whether a checksum or an address reveals the damage to the receiver. No checksum covers the Ethernet source
  /// address, or IPv6's traffic class, flow label and hop limit (RFC 8200 sections 3 and 8.1).
  private static func isDiscarded(_ bytes: Span<UInt8>, corruptedAt place: Int) -> Bool {
    if (6..<12).contains(place) { return false }
    let isIPv6 = bytes.count > 14 && bytes[14] >> 4 == 6
    return !(isIPv6 && ((14..<18).contains(place) || place == 21))
  }
}
