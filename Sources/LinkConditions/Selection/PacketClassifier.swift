/// Says which of a profile's selections a packet is in.
public struct PacketClassifier: Sendable {
  private let selectors: [PacketSelector]
  /// For each direction and selector, how many packets have matched it.
  private var counts: [[UInt32]]
  /// For each address, which selectors' host patterns it matches; as of an edition of the names.
  private var hosts: [LinkAddress: [Bool]] = [:]
  private var edition = -1

  public init(_ selections: [Selection]) {
    selectors = selections.map(\.selector)
    counts = Array(repeating: Array(repeating: 0, count: selections.count), count: LinkDirection.allCases.count)
  }

  /// The selection that a packet is in, counted from 1; 0 is none of them.
  public mutating func classify(_ facts: PacketFacts, names: HostNames) -> Int {
    for (index, selector) in selectors.enumerated() where selector.matches(facts) {
      guard selector.host == nil || isHost(index, facts.farAddress, names) else { continue }
      if let first = selector.first {
        let row = Int(facts.direction.rawValue)
        guard counts[row][index] < first else { continue }
        counts[row][index] += 1
      }
      return index + 1
    }
    return 0
  }

  private mutating func isHost(_ index: Int, _ address: LinkAddress?, _ names: HostNames) -> Bool {
    guard let address else { return false }
    if edition != names.edition || hosts.count > 8192 {
      hosts = [:]
      edition = names.edition
    }
    if let known = hosts[address] { return known[index] }
    let own = names.of(address)
    let matching = selectors.map { selector in own.contains { selector.host?.matches($0) ?? false } }
    hosts[address] = matching
    return matching[index]
  }
}
