import LinkConditions

/// The parts of a direction's traffic that have conditions of their own: a band of prio for each, the first for all the rest,
/// each with a netem, and u32 filters that say what goes where.
///
/// Filters are asked in order, so that the first selection that matches counts.
struct NetemBands: Sendable {
  /// What a filter says, as it was told to the kernel and as the kernel says it back.
  struct Filter: Hashable, Comparable {
    var preference: UInt16
    var network: UInt16
    var band: UInt32
    var keys: [UInt32]

    static func < (one: Filter, other: Filter) -> Bool {
      (one.preference, one.band) != (other.preference, other.band)
        ? (one.preference, one.band) < (other.preference, other.band) : one.keys.lexicographicallyPrecedes(other.keys)
    }
  }

  /// TCQ_PRIO_BANDS of linux/pkt_sched.h: the rest, and 15 selections.
  static let most = 16
  /// The preferences of the filters of two editions, of which one is in force.
  private static let editions: [UInt16] = [1, 1001]

  let prio: TrafficHandle
  private let parent: TrafficHandle
  private let control: TrafficControl
  private(set) var parts: [NetemDiscipline] = []
  private var isThere = false
  private var edition = 0
  private var filters: [Filter] = []

  /// - Parameter firstMajor: the number of prio; those of the parts come after it.
  init(_ control: TrafficControl, at parent: TrafficHandle, firstMajor: UInt16) {
    self.control = control
    self.parent = parent
    prio = TrafficHandle(firstMajor)
  }

  /// Where the rest of the traffic goes.
  var rest: TrafficHandle { prio.band(1) }

  /// Makes the bands, without filters.
  mutating func make() throws(NetlinkSocket.Refusal) {
    guard !isThere else { return }
    try control.putBands(prio, at: parent, count: Int32(Self.most))
    isThere = true
  }

  /// Puts the selections' conditions in force, then the filters that lead to them.
  mutating func apply(_ selections: [Selection], _ direction: LinkDirection, seed: UInt64?)
    throws(NetlinkSocket.Refusal)
  {
    while parts.count < selections.count {
      let number = UInt16(parts.count + 1)
      parts.append(NetemDiscipline(TrafficHandle(prio.major + number), at: prio.band(number + 1)))
    }
    // A part that is not needed any more stays: packets may still be in it.
    for index in parts.indices {
      try parts[index].apply(settings(index, selections, direction, seed: seed), with: control)
    }
    try put(Self.filters(selections, direction, at: prio, from: Self.editions[edition]))
  }

  /// Compares what the kernel says with what it was told.
  mutating func verify(
    _ selections: [Selection], _ direction: LinkDirection, seed: UInt64?, in disciplines: [QueueingDiscipline]
  ) throws(LinkError) {
    for index in parts.indices {
      try parts[index].verify(settings(index, selections, direction, seed: seed), in: disciplines)
    }
    let found = try NetlinkSocket.attempt("list the filters") { () throws(NetlinkSocket.Refusal) in
      try control.filters(at: prio)
    }
    guard found.sorted() == filters.sorted() else {
      throw LinkError("the kernel has \(found.count) filters in force instead of \(filters.count)")
    }
  }

  private func settings(
    _ index: Int, _ selections: [Selection], _ direction: LinkDirection, seed: UInt64?
  ) -> NetemSettings {
    guard index < selections.count else { return NetemSettings() }
    return NetemSettings(selections[index][direction], seed: seed.map { RunSeed.mixed($0 &+ UInt64(index) &+ 1) })
  }

  /// The new ones first, then the old ones are taken away: no packet finds none, and one of that very moment either.
  private mutating func put(_ wanted: [(PacketMatch, Filter)]) throws(NetlinkSocket.Refusal) {
    for (match, filter) in wanted {
      try control.add(
        match, preference: filter.preference, at: prio, to: TrafficHandle(rawValue: filter.band))
    }
    for old in Set(filters.map { [$0.preference, $0.network] }) {
      guard let network = PacketMatch.Network(rawValue: old[1]) else { continue }
      try control.removeFilters(preference: old[0], network, at: prio)
    }
    filters = wanted.map(\.1)
    edition = 1 - edition
  }

  /// Each network protocol of each selection has a preference of its own, as the kernel wants it.
  private static func filters(
    _ selections: [Selection], _ direction: LinkDirection, at prio: TrafficHandle, from first: UInt16
  ) -> [(PacketMatch, Filter)] {
    selections.enumerated().flatMap { index, selection in
      selection.selector.matches(direction).map { match in
        let networks: [PacketMatch.Network] = [.ipv4, .ipv6, .all]
        let place = UInt16(networks.firstIndex(of: match.network) ?? 0)
        let filter = Filter(
          preference: first + UInt16(index * networks.count) + place, network: match.network.rawValue,
          band: prio.band(UInt16(index + 2)).rawValue,
          keys: match.kernelKeys.flatMap { [$0.value, $0.mask, UInt32(bitPattern: $0.offset)] })
        return (match, filter)
      }
    }
  }
}
