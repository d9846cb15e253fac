public import Wire

/// The names of addresses, learned from the DNS answers that crossed the link.
///
/// An address has all names that lead to it. The number of addresses is bounded: the oldest is forgotten first.
public struct HostNames: Sendable {
  private static let mostAddresses = 8192
  private static let mostNames = 64

  /// Counts the changes, so that results computed from the names can be recognized as outdated.
  public private(set) var edition = 0
  private var names: [IPAddress: [String]] = [:]
  private var order: [IPAddress] = []
  private var next = 0

  /// Knows no name yet.
  public init() {}

  /// Learns that a name leads to an address.
  public mutating func learn(_ name: String, _ address: IPAddress) {
    if let known = names[address] {
      guard !known.contains(name), known.count < Self.mostNames else { return }
      names[address]?.append(name)
    } else {
      remember(address)
      names[address] = [name]
    }
    edition += 1
  }

  /// The names of an address.
  public func of(_ address: IPAddress) -> [String] {
    names[address] ?? []
  }

  private mutating func remember(_ address: IPAddress) {
    if order.count < Self.mostAddresses {
      order.append(address)
    } else {
      names[order[next]] = nil
      order[next] = address
      next = (next + 1) % Self.mostAddresses
    }
  }
}
