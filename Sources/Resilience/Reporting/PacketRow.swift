/// A packet of a scenario's capture, as far as reports show it.
public struct PacketRow: Sendable, Codable {
  /// From 1.
  public var number: Int
  /// Seconds from the client's start.
  public var time: Double
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
