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
  /// Conditions for part of the traffic, the first that matches a packet counts; the rest has those above.
  public var selections: [Selection]

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

  /// The conditions of a direction, those of selections left out.
  public subscript(direction: LinkDirection) -> DirectionConditions {
    get { direction == .uplink ? uplink : downlink }
    set {
      if direction == .uplink { uplink = newValue } else { downlink = newValue }
    }
  }
}

extension Profile {
  /// Lets all correlations keep the rates they belong to.
  mutating func keepRates() {
    downlink.keepRates()
    uplink.keepRates()
    for index in selections.indices {
      selections[index].downlink.keepRates()
      selections[index].uplink.keepRates()
    }
  }
}
