import FarSide
import LinkConditions
import Synchronization
import VirtualLink

/// The separate addresses that a private link assigns to host names in the selections of its profiles.
///
/// All other names share one address, so their packets could not be distinguished by host.
final class OwnAddresses: Sendable {
  private struct State {
    var patterns: Set<HostPattern> = []
    var numbers: [String: UInt16] = [:]
  }

  private let state = Mutex(State())

  /// Adds the host names in the selections of profiles.
  func add(_ profiles: [Profile]) {
    let patterns = profiles.flatMap(\.selections).compactMap(\.selector.host)
    state.withLock { $0.patterns.formUnion(patterns) }
  }

  /// The addresses of a name, which never change; nil if it has no separate addresses.
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
