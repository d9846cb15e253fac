/// A period with certain conditions.
public struct PhaseRow: Sendable, Codable {
  /// The profile's name.
  public var name: String
  /// When they came into force, in seconds since the client's start.
  public var began: Double
}
