import Glibc
import LinkConditions

/// What conditions one direction in the kernel: netem, and where DNS has conditions of its own, a class below it with another.
///
///     netem (rate, delay, loss ...)
///       prio: everything -> first band
///             DNS queries -> second band -> netem (their own delay and loss)
///
/// So queries share the bandwidth with everything else, wait afterwards, and hold up nothing. Where parts of the traffic have
/// conditions of their own, all this is the first of the bands that ``NetemBands`` makes.
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
  ///   - parent: where in the interface's disciplines it stands.
  ///   - firstMajor: the first of the numbers that its disciplines take: three, and with bands sixteen more.
  ///   - hasBands: whether parts of the traffic are going to have conditions of their own. Without, the first profile that has
  ///     some throws away what is queued.
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

  /// Whether the kernel keeps the seed that it is given; nil as long as nobody has asked.
  var keepsSeed: Bool? { main.keepsSeed }

  /// Puts a direction's conditions in force, and makes sure that they are.
  /// - Throws: `LinkError` if the kernel does not take them or has others in force.
  mutating func apply(_ profile: Profile, _ direction: LinkDirection, seed: UInt64?) throws(LinkError) {
    if !profile.selections.isEmpty, bands == nil { beginBands() }
    let conditions = profile[direction]
    let settings = NetemSettings(conditions, seed: seed)
    let queries = NetemSettings.dns(conditions, seed: seed.map { ~$0 })
    do throws(NetlinkSocket.Refusal) {
      try bands?.make()
      try applyMain(settings, hasQueries: queries != nil)
      if queries != nil, !hasClasses { try makeClasses() }
      // Classes stay when they are not needed any more: queries may still be in them.
      if hasClasses { try dns.apply(queries ?? NetemSettings(), with: control) }
      try bands?.apply(profile.selections, direction, seed: seed)
    } catch {
      var refusal = error.error("put the conditions into netem")
      if error.code == ENOENT {
        // ENOENT is what the kernel answers for a kind of discipline that it does not have.
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

  /// What the disciplines have counted.
  /// - Parameter received: how many packets have come to the interface that they come from, so far or a moment ago.
  func counters(received: Int = .max) throws(LinkError) -> QueueingDiscipline.Counters {
    let all = try disciplines()
    guard var counters = all.first(where: { $0.handle == main.handle })?.counters else {
      throw LinkError("the netem qdisc was removed from the interface")
    }
    // Some kernels count what waits in a class as waiting above it, some do not: then all of them together have not come.
    let waiting = counters.queued + (all.first { $0.handle == dns.handle }?.counters.queued ?? 0)
    let parts = bandCounters(in: all)
    let counted = Int(counters.packets) + Int(counters.drops) + parts.reduce(0) { $0 + $1.arrived }
    if counted + Int(waiting) <= received { counters.queued = waiting }
    return parts.reduce(counters, +)
  }

  /// Takes everything away; packets in it are lost.
  mutating func remove() {
    try? control.remove(bands?.prio ?? main.handle, at: parent)
    self = NetemTree(control, at: parent, firstMajor: firstMajor, hasBands: bands != nil)
  }

  /// What the parts of the traffic have counted that have conditions of their own.
  private func bandCounters(in all: [QueueingDiscipline]) -> [QueueingDiscipline.Counters] {
    let prio = TrafficHandle(firstMajor + 3)
    return all.filter { $0.kind == "netem" && $0.parent.major == prio.major && $0.parent != prio.band(1) }
      .map(\.counters)
  }

  /// There is no way to move a discipline below another, so that what is queued goes.
  private mutating func beginBands() {
    try? control.remove(main.handle, at: parent)
    self = NetemTree(control, at: parent, firstMajor: firstMajor, hasBands: true)
  }

  /// Kernels that guard against duplicates of duplicates take none as long as another netem is below.
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
