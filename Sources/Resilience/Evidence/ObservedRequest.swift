public import Streams
import Dissection

/// A request as it went over the wire.
public struct ObservedRequest: Sendable, Hashable {
  public var packet: PacketMark
  public var method: String
  public var target: String
  /// The conversation, as Wireshark's `tcp.stream`.
  public var stream: Int
  /// The status of the response, if one came.
  public var status: Int?
  /// How many bytes of a body it had, and whether all that it promised was sent.
  public var bodyBytes: Int64
  public var isComplete: Bool
  /// The packets that brought the first byte of the response and, in the clear, the last.
  public var answered: PacketMark?
  public var completed: PacketMark?
}
