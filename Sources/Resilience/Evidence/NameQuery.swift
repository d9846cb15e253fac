public import Streams
import Dissection

/// A DNS query of the client.
public struct NameQuery: Sendable, Hashable {
  public var packet: PacketMark
  /// The name and the record type that it asks for: `api.test A`.
  public var question: String
}
