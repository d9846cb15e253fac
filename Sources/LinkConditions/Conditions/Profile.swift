/// A named set of conditions for both directions of a link.
public struct Profile: Hashable, Sendable {
  /// A link that does nothing to packets.
  public static let clean = Profile(name: "Clean")

  /// What people call it.
  public var name: String
  /// What it is like, in a few words, or empty.
  public var summary: String
  /// Where its values come from, or empty.
  public var source: String
  /// From the far side to the client.
  public var downlink: DirectionConditions
  /// From the client to the far side; a profile's DNS conditions are here.
  public var uplink: DirectionConditions

  public init(
    name: String, summary: String = "", source: String = "", downlink: DirectionConditions = .clean,
    uplink: DirectionConditions = .clean
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    self.downlink = downlink
    self.uplink = uplink
  }
}
