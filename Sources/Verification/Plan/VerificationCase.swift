public import LinkConditions

/// Conditions to verify, and in which directions.
public struct VerificationCase: Sendable {
  public var profile: Profile
  public var directions: [LinkDirection]
  /// Whether to check only the conditions that are asked for, and not that nothing else happens.
  var isNarrow = false

  /// A case for a whole profile.
  public init(_ profile: Profile) {
    self.profile = profile
    directions = [.uplink, .downlink]
  }

  /// A case for one condition in both directions, which measures only some directions.
  init(_ name: String, _ conditions: DirectionConditions, of directions: [LinkDirection] = [.uplink]) {
    profile = Profile(name: name, downlink: conditions, uplink: conditions)
    self.directions = directions
    isNarrow = true
  }
}
