internal import Wire

/// Finds the selection of a profile that a packet belongs to.
public struct PacketClassifier: Sendable {
  private let selectors: [PacketSelector]
  /// The number of packets that have matched, for each direction and selector.
  private var counts: [[UInt32]]
  /// The selectors whose host patterns an address matches. Valid for one edition of the names.
  private var hosts: [IPAddress: [Bool]] = [:]
  private var edition = -1

  /// - Parameter selections: the first that matches a packet counts.
  public init(_ selections: [Selection]) {
    selectors = selections.map(\.selector)
    counts = Array(repeating: Array(repeating: 0, count: selections.count), count: LinkDirection.allCases.count)
  }

  /// The number of the selection that a packet belongs to, from 1; 0 for none.
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

  private mutating func isHost(_ index: Int, _ address: IPAddress?, _ names: HostNames) -> Bool {
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
