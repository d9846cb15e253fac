/// What one direction of a link does to packets.
public struct DirectionConditions: Hashable, Sendable {
  /// A link that does nothing to packets.
  public static let clean = DirectionConditions()

  public init() {}
}
