/// A packet of a scenario's capture, as far as reports show it.
public struct PacketRow: Sendable, Codable {
  /// From 1.
  public var number: Int
  /// When the client sent it or it reached the client, in seconds from the client's start; of a packet that was lost on its way to the
  /// client, when the far side sent it.
  public var time: Double
  /// When the other end of the link saw it, or nil if it never did or the capture does not say.
  public var otherEnd: Double?
  /// Whether the link lost it.
  public var isLost = false
  /// Whether the client sent it.
  public var isUplink: Bool
  /// The conversation, from 0, or nil for what is not TCP.
  public var stream: Int?
  /// `dns`, `syn`, `data`, `ack`, `fin`, `rst` or `other`.
  public var role: String
  /// Bytes of IP.
  public var length: Int
  /// As `tcpdump -n -t` shows it.
  public var line: String
  /// What the capture says beside it: its fate on the link, a change of profile.
  public var notes: [String]
}
