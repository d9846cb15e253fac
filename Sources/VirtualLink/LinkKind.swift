/// Where a link's far side leads.
public enum LinkKind: String, CaseIterable, Sendable {
  /// Only to Headwind's own servers.
  case privateLink = "private"
  /// To everything that the host can reach.
  case connected
}
