import Streams
import Wire

/// The end that a client has set to its side of a TCP connection, by a FIN or by TLS's close_notify, and its acknowledgments since then.
///
/// A client that has only ended its own direction goes on reading, and acknowledges what the server sends (RFC 9293 section 3.6). One
/// that has closed the connection answers data with a RST (RFC 1122 section 4.2.2.13). So a response that comes after the end counts as
/// received when it is acknowledged: from then on the client can have it. The acknowledgment of a RST does not count, because some
/// systems acknowledge with it the data that they refuse.
struct ClientEnd {
  /// The packet in which the client ended.
  let packet: PacketMark
  /// The offset up to which the client has acknowledged the server's stream; nil until it is told.
  private var acknowledged: Int64?
  /// True if the client has acknowledged more since it ended, so that it was still reading.
  private(set) var isReading = false

  init(_ packet: PacketMark) { self.packet = packet }

  /// Takes an acknowledgment of the client.
  /// - Returns: true if it covers more than those before.
  mutating func acknowledge(upTo offset: Int64) -> Bool {
    if let acknowledged, offset <= acknowledged { return false }
    isReading = acknowledged != nil
    acknowledged = offset
    return true
  }

  /// True if the client ended so soon after its request that it did not wait for an answer: it has only ended its direction. Where the
  /// capture lacks what the client did then, nothing else tells.
  func isHalfClose(after request: PacketMark?) -> Bool {
    guard let request else { return false }
    return packet.timestamp - request.timestamp < Self.leastWait
  }

  /// The shortest time that a client waits for an answer before it gives up, in nanoseconds.
  private static let leastWait: Int64 = 100_000_000

  /// True if the client has acknowledged all bytes before an offset.
  func covers(_ offset: Int64) -> Bool { acknowledged.map { offset <= $0 } ?? false }
}
