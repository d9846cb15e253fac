import Glibc
import LinkConditions

/// The qdiscs that condition one direction in the kernel: a netem, and, if DNS has its own conditions, a class below
/// it with another netem.
///
///     netem (rate, delay, loss ...)
///       prio: everything -> first band
///             DNS queries -> second band -> netem (their own delay and loss)
///
/// So DNS queries share the bandwidth with all other packets. Their own delay comes after queueing and does not block
/// other packets. If parts of the traffic have their own conditions, this tree is in the first band of
/// ``NetemBands``.
struct NetemTree: Sendable {
  private let control: TrafficControl
  private let prio: TrafficHandle
  private var main: NetemDiscipline
  private var dns: NetemDiscipline
  private var hasClasses = false
  private var bands: NetemBands?
  private let parent: TrafficHandle
  private let firstMajor: UInt16

  /// - Parameters:
  ///   - parent: the parent qdisc or class on the interface.
  ///   - firstMajor: the first major number of its qdiscs. The tree uses three, and with bands sixteen more.
  ///   - hasBands: whether parts of the traffic are going to have their own conditions. If this is false, the first
  ///     profile that has such parts discards the queued packets.
  init(
    _ control: TrafficControl, at parent: TrafficHandle = .root, firstMajor: UInt16 = 1, hasBands: Bool = false
  ) {
    self.control = control
    self.parent = parent
    self.firstMajor = firstMajor
    let bands = hasBands ? NetemBands(control, at: parent, firstMajor: firstMajor + 3) : nil
    self.bands = bands
    main = NetemDiscipline(TrafficHandle(firstMajor), at: bands?.rest ?? parent)
    prio = TrafficHandle(firstMajor + 1)
    dns = NetemDiscipline(TrafficHandle(firstMajor + 2), at: prio.band(2))
  }

  /// Whether the kernel accepts a seed; nil until a seed was sent.
  var keepsSeed: Bool? { main.keepsSeed }

  /// Applies the conditions of a direction, and verifies that they are in force.
  /// - Throws: `LinkError` if the kernel does not accept them or has others in force.
  mutating func apply(_ profile: Profile, _ direction: LinkDirection, seed: UInt64?) throws(LinkError) {
    if !profile.selections.isEmpty, bands == nil { beginBands() }
    let conditions = profile[direction]
    let settings = NetemSettings(conditions, seed: seed)
    let queries = NetemSettings.dns(conditions, seed: seed.map { ~$0 })
    do throws(NetlinkSocket.Refusal) {
      try bands?.make()
      try applyMain(settings, hasQueries: queries != nil)
      if queries != nil, !hasClasses { try makeClasses() }
      // Classes that are no longer needed stay, because queries may still be queued in them.
      if hasClasses { try dns.apply(queries ?? NetemSettings(), with: control) }
      try bands?.apply(profile.selections, direction, seed: seed)
    } catch {
      var refusal = error.error("put the conditions into netem")
      if error.code == ENOENT {
        // The kernel answers ENOENT for a kind of qdisc that it does not have.
        refusal.remedy =
          "this kernel has no netem: as root, modprobe sch_netem; or run the program on its own link, "
          + "which needs no netem: headwind run --connected --profile NAME -- COMMAND"
      }
      throw refusal
    }
    let disciplines = try disciplines()
    try main.verify(settings, in: disciplines)
    if hasClasses { try dns.verify(queries ?? NetemSettings(), in: disciplines) }
    try bands?.verify(profile.selections, direction, seed: seed, in: disciplines)
  }

  /// The counters of the qdiscs.
  /// - Parameter received: how many packets the interface on which they arrive has received, now or a moment ago.
  func counters(received: Int = .max) throws(LinkError) -> QueueingDiscipline.Counters {
    let all = try disciplines()
    guard var counters = all.first(where: { $0.handle == main.handle })?.counters else {
      throw LinkError("the netem qdisc was removed from the interface")
    }
    // Some kernels include the packets that wait in a class in the count of its parent, and others do not. They do
    // not if all these packets together are no more than the interface has received.
    let waiting = counters.queued + (all.first { $0.handle == dns.handle }?.counters.queued ?? 0)
    let parts = bandCounters(in: all)
    let counted = Int(counters.packets) + Int(counters.drops) + parts.reduce(0) { $0 + $1.arrived }
    if counted + Int(waiting) <= received { counters.queued = waiting }
    return parts.reduce(counters, +)
  }

  /// Removes all qdiscs. Their queued packets are lost.
  mutating func remove() {
    try? control.remove(bands?.prio ?? main.handle, at: parent)
    self = NetemTree(control, at: parent, firstMajor: firstMajor, hasBands: bands != nil)
  }

  /// The counters of the parts of the traffic that have their own conditions.
  private func bandCounters(in all: [QueueingDiscipline]) -> [QueueingDiscipline.Counters] {
    let prio = TrafficHandle(firstMajor + 3)
    return all.filter { $0.kind == "netem" && $0.parent.major == prio.major && $0.parent != prio.band(1) }
      .map(\.counters)
  }

  /// Begins again with bands. A qdisc cannot be moved below another one, so the queued packets are lost.
  private mutating func beginBands() {
    try? control.remove(main.handle, at: parent)
    self = NetemTree(control, at: parent, firstMajor: firstMajor, hasBands: true)
  }

  /// Kernels that prevent duplicates of duplicates refuse `duplicate` while another netem is below.
  private mutating func applyMain(_ settings: NetemSettings, hasQueries: Bool) throws(NetlinkSocket.Refusal) {
    do throws(NetlinkSocket.Refusal) {
      try main.apply(settings, with: control)
    } catch {
      guard hasClasses, !hasQueries, settings.duplicate != .never else { throw error }
      try control.remove(prio, at: main.handle.band(1))
      dns.forget()
      hasClasses = false
      try main.apply(settings, with: control)
    }
  }

  private mutating func makeClasses() throws(NetlinkSocket.Refusal) {
    try control.putBands(prio, at: main.handle.band(1))
    try dns.apply(NetemSettings(), with: control)
    for (index, match) in PacketMatch.dnsQueries.enumerated() {
      try control.add(match, preference: UInt16(index + 1), at: prio, to: prio.band(2))
    }
    hasClasses = true
  }

  private func disciplines() throws(LinkError) -> [QueueingDiscipline] {
    try NetlinkSocket.attempt("list the queueing disciplines") { () throws(NetlinkSocket.Refusal) in
      try control.disciplines()
    }
  }
}
