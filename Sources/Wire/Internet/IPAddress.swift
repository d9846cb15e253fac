/// An address of either version of IP.
public enum IPAddress: Hashable, Sendable {
  /// An IPv4 address.
  case v4(IPv4Address)
  /// An IPv6 address.
  case v6(IPv6Address)

  /// Whether it is that of a group.
  public var isMulticast: Bool {
    switch self {
    case .v4(let address): address.isMulticast
    case .v6(let address): address.isMulticast
    }
  }
}

extension IPAddress: Comparable {
  /// IPv4 before IPv6, each by number.
  public static func < (lhs: IPAddress, rhs: IPAddress) -> Bool {
    switch (lhs, rhs) {
    case (.v4(let lhs), .v4(let rhs)): lhs < rhs
    case (.v6(let lhs), .v6(let rhs)): lhs < rhs
    case (.v4, .v6): true
    case (.v6, .v4): false
    }
  }
}

extension IPAddress: LosslessStringConvertible {
  public init?(_ description: String) {
    if let address = IPv4Address(description) {
      self = .v4(address)
    } else if let address = IPv6Address(description) {
      self = .v6(address)
    } else {
      return nil
    }
  }

  public var description: String {
    switch self {
    case .v4(let address): address.description
    case .v6(let address): address.description
    }
  }
}
