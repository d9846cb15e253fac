import LinkConditions

/// The parts of a direction's traffic that have their own conditions. Each part has a band of a prio qdisc with a
/// netem below it; the first band is for the rest of the traffic. u32 filters choose the band of a packet.
///
/// Filters are tried in order, so the first matching selection applies.
struct NetemBands: Sendable {
  /// A filter, in a form that can be compared with the one that the kernel reports.
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

  /// TCQ_PRIO_BANDS of linux/pkt_sched.h: one band for the rest, and 15 for selections.
  static let most = 16
  /// The first preferences of two sets of filters. They are used alternately, and only one is in force.
  private static let editions: [UInt16] = [1, 1001]

  let prio: TrafficHandle
  private let parent: TrafficHandle
  private let control: TrafficControl
  private(set) var parts: [NetemDiscipline] = []
  private var isThere = false
  private var edition = 0
  private var filters: [Filter] = []

  /// - Parameter firstMajor: the major number of the prio qdisc. The parts have the following numbers.
  init(_ control: TrafficControl, at parent: TrafficHandle, firstMajor: UInt16) {
    self.control = control
    self.parent = parent
    prio = TrafficHandle(firstMajor)
  }

  /// The band of the rest of the traffic.
  var rest: TrafficHandle { prio.band(1) }

  /// Creates the bands, without filters.
  mutating func make() throws(NetlinkSocket.Refusal) {
    guard !isThere else { return }
    try control.putBands(prio, at: parent, count: Int32(Self.most))
    isThere = true
  }

  /// Applies the conditions of the selections, and then adds the filters that lead to them.
  mutating func apply(_ selections: [Selection], _ direction: LinkDirection, seed: UInt64?)
    throws(NetlinkSocket.Refusal)
  {
    while parts.count < selections.count {
      let number = UInt16(parts.count + 1)
      parts.append(NetemDiscipline(TrafficHandle(prio.major + number), at: prio.band(number + 1)))
    }
    // Parts that are no longer needed stay, because packets may still be queued in them.
    for index in parts.indices {
      try parts[index].apply(settings(index, selections, direction, seed: seed), with: control)
    }
    try put(Self.filters(selections, direction, at: prio, from: Self.editions[edition]))
  }

  /// Compares the filters and conditions that the kernel reports with those that were requested.
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

  /// Adds the new filters before it removes the old ones, so that every packet is matched by either the old or the
  /// new filters.
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

  /// Each network protocol of each selection gets its own preference, as the kernel requires.
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
