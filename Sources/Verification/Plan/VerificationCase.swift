public import LinkConditions

/// Conditions to verify, and in which directions.
public struct VerificationCase: Sendable {
  public var profile: Profile
  public var directions: [LinkDirection]
  /// Whether only what the conditions ask for is looked at, not also that nothing else happens.
  var isNarrow = false

  /// A profile as it is.
  public init(_ profile: Profile) {
    self.profile = profile
    directions = [.uplink, .downlink]
  }

  /// One condition, of both directions, of which some are measured.
  init(_ name: String, _ conditions: DirectionConditions, of directions: [LinkDirection] = [.uplink]) {
    profile = Profile(name: name, downlink: conditions, uplink: conditions)
    self.directions = directions
    isNarrow = true
  }
}
