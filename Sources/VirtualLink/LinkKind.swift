/// What a link's far side leads to.
public enum LinkKind: String, CaseIterable, Sendable {
  /// To Headwind's own servers, and nowhere else.
  case privateLink = "private"
  /// To what the host reaches.
  case connected
}
