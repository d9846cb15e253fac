import RecordCiphers
import Wire

/// What tells a Retry packet from a made-up one (RFC 9001 section 5.8).
public enum RetryIntegrity {
  /// Whether a Retry packet is the answer to a client's Initial.
  ///
  /// - Parameter original: the destination connection ID of that Initial.
  public static func isAuthentic(
    _ header: QUICPacketHeader, _ datagram: Span<UInt8>, original: QUICConnectionID
  ) -> Bool {
    guard header.type == .retry, let version = header.version, header.end <= datagram.count,
      header.retryTag.count == PacketProtection.tagLength
    else { return false }
    var pseudoPacket = [UInt8(original.count)] + original.bytes
    pseudoPacket.append(datagram.extracting(header.start..<header.retryTag.lowerBound))
    let (key, nonce) = version.retryKey
    return PacketProtection.authenticates(datagram.extracting(header.retryTag), pseudoPacket, key: key, nonce: nonce)
  }
}
