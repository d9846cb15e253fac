/// Something that happens to a link once, as against the conditions that it has for a while.
public enum LinkEvent: Hashable, Sendable {
  /// The address translator on the way forgets its mappings: each of the client's connections reaches the far side from
  /// another port from now on, and what is sent to the old ones is dropped.
  case rebind
  /// The client's interface loses its carrier, or has it again.
  case carrier(isUp: Bool)
}

extension LinkEvent: CustomStringConvertible {
  /// In words: `rebind`, `link-down`, `link-up`.
  public var description: String {
    switch self {
    case .rebind: "rebind"
    case .carrier(let isUp): isUp ? "link-up" : "link-down"
    }
  }
}
