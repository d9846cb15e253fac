/// Something that happens to a link once, unlike conditions, which last.
public enum LinkEvent: Hashable, Sendable {
  /// The NAT on the path forgets its mappings. From now on, each of the client's connections reaches the far side from
  /// another port, and packets to the old ports are dropped.
  case rebind
  /// The client's interface loses its carrier, or gets it back.
  case carrier(isUp: Bool)
}

extension LinkEvent: CustomStringConvertible {
  /// The event in words: `rebind`, `link-down`, `link-up`.
  public var description: String {
    switch self {
    case .rebind: "rebind"
    case .carrier(let isUp): isUp ? "link-up" : "link-down"
    }
  }
}
