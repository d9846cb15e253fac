/// A packet of a scenario's capture, with what reports show.
public struct PacketRow: Sendable, Codable {
  /// Its number, from 1.
  public var number: Int
  /// When the client sent or received it, in seconds since the client's start. For a packet that was lost on its way
  /// to the client, when the far side sent it.
  public var time: Double
  /// When it was at the other end of the link; nil if it never was, or if the capture does not say.
  public var otherEnd: Double?
  /// Whether the link lost it.
  public var isLost = false
  /// Whether it was sent by the client.
  public var isUplink: Bool
  /// The number of the TCP conversation, from 0; nil for other protocols.
  public var stream: Int?
  /// `dns`, `syn`, `data`, `ack`, `fin`, `rst` or `other`.
  public var role: String
  /// The length of the IP datagram in bytes.
  public var length: Int
  /// The line that `tcpdump -n -t` shows for it.
  public var line: String
  /// Its comments in the capture: its fate on the link, or a change of profile.
  public var notes: [String]
}
