import CNetlink
import Glibc
import LinkConditions

/// Conditions on an interface of the host. From the host's viewpoint, uplink is egress and downlink is ingress. From
/// the viewpoint of a device behind the interface, it is the other way around.
///
/// The interface's own configuration is not changed. Filters at its ingress and egress hooks (clsact) redirect the
/// traffic to two new ifb interfaces, whose egress qdiscs apply the conditions. From there, the packets return to
/// their normal path; outgoing packets then pass through the interface's own queueing discipline.
///
///     tbf (cuts large sends) -> netem ...
struct HostCondition: Sendable {
  /// The handle of Headwind's first discipline and the preference of its first filter ("HW" in ASCII), by which
  /// Headwind recognizes them.
  static let firstMajor: UInt16 = 0x4857
  /// The most filters that there can be. Their preferences count up from `firstMajor`; the last one redirects the
  /// traffic.
  private static let mostFilters: UInt16 = 1000

  let name: String
  let interface: Int32
  /// The interface's own configuration, which stays in place.
  let snapshot: InterfaceSnapshot
  private let socket: NetlinkSocket
  private let mtu: UInt32

  /// The two ifb interfaces, one for incoming and one for outgoing packets.
  private enum Detour: CaseIterable {
    case wayIn, wayOut

    func name(of interface: Int32) -> String { (self == .wayIn ? "hw-ifb" : "hw-ofb") + String(interface) }

    /// The direction of the packets that take this detour, from a viewpoint.
    func direction(_ viewpoint: ConditionViewpoint) -> LinkDirection {
      (self == .wayIn) == (viewpoint == .host) ? .downlink : .uplink
    }

    /// The hook that holds the filters.
    var end: TrafficHandle { self == .wayIn ? .clsactIngress : .clsactEgress }
  }

  /// Examines an interface of the calling thread's namespace without changing it.
  /// - Throws: `LinkError` if it cannot be conditioned.
  init(interface name: String) throws(LinkError) {
    let interface = try InterfaceControl.index(of: name)
    guard Self.detours(of: interface).isEmpty else {
      throw LinkError(
        "\(name) is conditioned, but the processes that should remove the conditions are gone",
        remedy: "remove the conditions first: headwind condition \(name) --off")
    }
    try self.init(name) { control throws(LinkError) in try InterfaceSnapshot(of: control, name: name) }
  }

  /// Finds conditions whose processes were killed; nil if there are none.
  init?(leftOn name: String) throws(LinkError) {
    guard let detour = Self.detours(of: try InterfaceControl.index(of: name)).first else { return nil }
    let links = InterfaceControl(socket: try NetlinkSocket())
    let state = try NetlinkSocket.attempt("read the state of \(name)") {
      () throws(NetlinkSocket.Refusal) -> InterfaceControl.State in try links.state(of: detour)
    }
    try self.init(name) { _ throws(LinkError) in InterfaceSnapshot(description: state.alias) }
  }

  private init(
    _ name: String, _ snapshot: (TrafficControl) throws(LinkError) -> InterfaceSnapshot
  ) throws(LinkError) {
    self.name = name
    let interface = try InterfaceControl.index(of: name)
    let socket = try NetlinkSocket()
    self.interface = interface
    self.socket = socket
    self.snapshot = try snapshot(TrafficControl(socket: socket, interface: interface))
    mtu = try NetlinkSocket.attempt("read the state of \(name)") { () throws(NetlinkSocket.Refusal) in
      try InterfaceControl(socket: socket).state(of: interface).mtu
    }
  }

  private static func detours(of interface: Int32) -> [Int32] {
    Detour.allCases.compactMap { try? InterfaceControl.index(of: $0.name(of: interface)) }
  }

  /// Puts conditions in force. If that fails, `restore` undoes what was done.
  func install(
    _ profile: Profile, _ viewpoint: ConditionViewpoint, leavingAlone exceptions: [TrafficException], seed: RunSeed
  ) throws(LinkError) {
    if let obstacle = profile.netemObstacles.first { throw LinkError("netem cannot \(obstacle)") }
    for detour in Detour.allCases {
      let index = try make(detour)
      let direction = detour.direction(viewpoint)
      try build(on: index, profile, direction, seed: direction == .downlink ? seed.downlink : seed.uplink)
    }
    let control = TrafficControl(socket: socket, interface: interface)
    let matches = TrafficException.neighbours + exceptions.flatMap(\.matches)
    guard matches.count < Int(Self.mostFilters) else { throw LinkError("too many exceptions") }
    try NetlinkSocket.attempt("add filters to \(name)") { () throws(NetlinkSocket.Refusal) in
      try control.put("clsact", .clsact, at: .ingress, .create)
      for detour in Detour.allCases {
        for (index, match) in matches.enumerated() {
          try control.add(match, preference: Self.firstMajor + UInt16(index), at: detour.end, to: detour.end)
        }
      }
    }
    for detour in Detour.allCases {
      let index = try InterfaceControl.index(of: detour.name(of: interface))
      try NetlinkSocket.attempt("redirect the traffic of \(name)") { () throws(NetlinkSocket.Refusal) in
        try control.redirectAll(at: detour.end, preference: Self.firstMajor + Self.mostFilters, to: index)
      }
    }
  }

  /// Removes everything that `install` made, as far as it exists, and checks that it is gone. Another process may do
  /// the same at the same time, so it is no error if something has already been removed.
  func restore() throws(LinkError) {
    do throws(LinkError) {
      try takeAway()
    } catch {
      for _ in 0..<10 where !Self.detours(of: interface).isEmpty {
        usleep(20_000)
        try? takeAway()
      }
      guard Self.detours(of: interface).isEmpty else { throw error }
    }
  }

  private func takeAway() throws(LinkError) {
    let control = TrafficControl(socket: socket, interface: interface)
    let (name, detours) = (name, Self.detours(of: interface))
    guard !detours.isEmpty else { return }
    try NetlinkSocket.attempt("remove the filters from \(name)") { () throws(NetlinkSocket.Refusal) in
      let isThere = try control.disciplines().contains { $0.parent == .ingress && $0.kind == "clsact" }
      guard isThere else { return }
      for detour in Detour.allCases { try control.removeFilters(Self.preferences, at: detour.end) }
      // If another program has added filters in the meantime, leave clsact in place for them.
      var isUsed = false
      for detour in Detour.allCases where try control.hasFilters(at: detour.end) { isUsed = true }
      if !isUsed { try control.remove(.clsact, at: .ingress) }
    }
    // The ifb interfaces go last, because they show that there is something to undo.
    for index in detours {
      try NetlinkSocket.attempt("remove an ifb interface of \(name)") {
        () throws(NetlinkSocket.Refusal) in try InterfaceControl(socket: socket).remove(index)
      }
    }
  }

  private static var preferences: ClosedRange<UInt16> { firstMajor...firstMajor + mostFilters }

  /// The packets that passed and those that were dropped.
  func counters(
    _ viewpoint: ConditionViewpoint
  ) throws(LinkError) -> (uplink: QueueingDiscipline.Counters, downlink: QueueingDiscipline.Counters) {
    let (out, into) = (try counters(.wayOut), try counters(.wayIn))
    return viewpoint == .host ? (out, into) : (into, out)
  }

  private func counters(_ detour: Detour) throws(LinkError) -> QueueingDiscipline.Counters {
    try tree(on: try InterfaceControl.index(of: detour.name(of: interface)), hasBands: true).counters()
  }

  private func make(_ detour: Detour) throws(LinkError) -> Int32 {
    let links = InterfaceControl(socket: socket)
    let detour = detour.name(of: interface)
    try NetlinkSocket.attempt("create an ifb interface") { () throws(NetlinkSocket.Refusal) in
      try links.make("ifb", name: detour)
    }
    let index = try InterfaceControl.index(of: detour)
    try NetlinkSocket.attempt("prepare \(detour)") { () throws(NetlinkSocket.Refusal) in
      try links.setAlias(snapshot.description, of: index)
      try links.bringUp(index)
    }
    return index
  }

  private func tree(on detour: Int32, hasBands: Bool) -> NetemTree {
    NetemTree(
      TrafficControl(socket: socket, interface: detour), at: TrafficHandle(Self.firstMajor).band(1),
      firstMajor: Self.firstMajor + 1, hasBands: hasBands)
  }

  private func build(
    on detour: Int32, _ profile: Profile, _ direction: LinkDirection, seed: UInt64
  ) throws(LinkError) {
    let control = TrafficControl(socket: socket, interface: detour)
    try NetlinkSocket.attempt("add queueing disciplines for \(name)") { () throws(NetlinkSocket.Refusal) in
      // The longest frame has an Ethernet header and two VLAN tags besides the MTU.
      try control.putCutter(TrafficHandle(Self.firstMajor), at: .root, longestFrame: mtu + 22)
    }
    var tree = tree(on: detour, hasBands: !profile.selections.isEmpty)
    try tree.apply(profile, direction, seed: seed)
  }
}
