/// Conditions that were in force for a while.
public struct PhaseRow: Sendable, Codable {
  /// The profile's name.
  public var name: String
  /// From when on, in seconds from the client's start.
  public var began: Double
}
