import FarSide
import LinkConditions
import Synchronization
import VirtualLink

/// The addresses of their own that a private link gives to the names that its profiles treat apart.
///
/// Every other name leads to the same address, by which packets could not be told from each other.
final class OwnAddresses: Sendable {
  private struct State {
    var patterns: Set<HostPattern> = []
    var numbers: [String: UInt16] = [:]
  }

  private let state = Mutex(State())

  /// Takes note of the names that profiles treat apart.
  func add(_ profiles: [Profile]) {
    let patterns = profiles.flatMap(\.selections).compactMap(\.selector.host)
    state.withLock { $0.patterns.formUnion(patterns) }
  }

  /// The addresses of a name, always the same ones; nil if it has none of its own.
  func addresses(of name: String) -> FarSideAddresses? {
    let number = state.withLock { state -> UInt16? in
      if let known = state.numbers[name] { return known }
      guard state.numbers.count < UInt16.max - 1, state.patterns.contains(where: { $0.matches(name) }) else {
        return nil
      }
      let number = UInt16(state.numbers.count + 1)
      state.numbers[name] = number
      return number
    }
    guard let number else { return nil }
    let (ipv4, ipv6) = LinkTopology.ownAddress(number)
    return try? FarSideAddresses(ipv4: ipv4, ipv6: ipv6)
  }
}
