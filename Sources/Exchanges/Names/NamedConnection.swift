import Wire

/// A connection and the lookup that it has waited for, if it has waited for any as far as is known by now.
final class NamedConnection {
  struct Ends: Hashable {
    var client: Endpoint
    var server: Endpoint

    var reversed: Ends { Ends(client: server, server: client) }
  }

  /// When its first packet was sent, in nanoseconds since the Unix epoch.
  let opened: Int64
  /// The sequence number of its SYN; nil for QUIC.
  let sequence: UInt32?
  private(set) var lookup: NameLookup?
  /// The lookups that it may have waited for.
  private let candidates: [NameLookup]
  private var isMade = false

  /// Takes the likeliest lookup.
  ///
  /// - Parameter candidates: the lookups that it may have waited for, the likeliest first.
  init(opened: Int64, sequence: UInt32?, candidates: [NameLookup]) {
    (self.opened, self.sequence, self.candidates) = (opened, sequence, candidates)
    if let likeliest = candidates.first { take(likeliest) }
  }

  /// Takes the word that it is made.
  func stand() {
    isMade = true
    lookup?.isSpent = true
  }

  /// Changes to a lookup of the name that its request is for, if it has one of another name by now.
  func prefer(_ name: DNSName) {
    guard let lookup, !lookup.name.begins(with: name),
      let better = candidates.first(where: { $0.name.begins(with: name) })
    else { return }
    // The connection that has taken that one gets this one's.
    if let other = better.taker, other !== self, other.candidates.contains(where: { $0 === lookup }) {
      other.take(lookup)
    }
    take(better)
  }

  private func take(_ lookup: NameLookup) {
    self.lookup = lookup
    lookup.taker = self
    lookup.use(at: opened)
    if isMade { lookup.isSpent = true }
  }
}
