import Dissection
public import Streams

/// A request on the wire.
public struct ObservedRequest: Sendable, Hashable {
  public var packet: PacketMark
  public var method: String
  public var target: String
  /// The conversation, as Wireshark's `tcp.stream`; negative if only the servers' log tells of the request.
  public var stream: Int
  /// The status of the response, if one came.
  public var status: Int?
  /// The length of its body, and whether the body was sent completely.
  public var bodyBytes: Int64
  public var isComplete: Bool
  /// The packets with the first and with the last byte of the response; nil if only the servers' log tells of the request.
  public var answered: PacketMark?
  public var completed: PacketMark?
}
