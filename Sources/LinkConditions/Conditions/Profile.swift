/// A named set of conditions for both directions of a link.
public struct Profile: Hashable, Sendable {
  /// A link that does nothing to packets.
  public static let clean = Profile(name: "Clean")

  /// What people call it.
  public var name: String
  /// A short description, or empty.
  public var summary: String
  /// Where its values come from, or empty.
  public var source: String
  /// From the far side to the client.
  public var downlink: DirectionConditions
  /// From the client to the far side. DNS conditions are stored here.
  public var uplink: DirectionConditions
  /// Conditions for part of the traffic. The first selection that matches a packet applies; all other packets have the
  /// conditions above.
  public var selections: [Selection]

  /// A profile with a condition for each direction.
  public init(
    name: String, summary: String = "", source: String = "", downlink: DirectionConditions = .clean,
    uplink: DirectionConditions = .clean, selections: [Selection] = []
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    self.downlink = downlink
    self.uplink = uplink
    self.selections = selections
  }

  /// The conditions of a direction, without selections.
  public subscript(direction: LinkDirection) -> DirectionConditions {
    get { direction == .uplink ? uplink : downlink }
    set {
      if direction == .uplink { uplink = newValue } else { downlink = newValue }
    }
  }
}

extension Profile {
  /// Makes all correlations exact; see `CorrelatedProbability.isExact`.
  mutating func keepRates() {
    downlink.keepRates()
    uplink.keepRates()
    for index in selections.indices {
      selections[index].downlink.keepRates()
      selections[index].uplink.keepRates()
    }
  }
}
