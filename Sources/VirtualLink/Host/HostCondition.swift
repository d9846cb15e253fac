import CNetlink
import Glibc
import LinkConditions

/// Conditions on an interface of the host. Seen from the host, uplink is its way out and downlink its way in; seen from a device
/// that the interface leads to, it is the other way around.
///
/// Nothing of what the interface has is touched. Filters at its very beginning and end (clsact) lead what is to be conditioned
/// around through two interfaces made for that (ifb), on whose ways out the conditions are; from there it goes on as if nothing
/// had been, on its way out through whatever queueing discipline the interface has.
///
///     tbf (cuts large sends) -> netem ...
struct HostCondition: Sendable {
  /// The number of the first discipline and of the first filter, by which ours are known: "HW".
  static let firstMajor: UInt16 = 0x4857
  /// The filters have the numbers from that one on, the last of all being the one that leads around.
  private static let mostFilters: UInt16 = 1000

  let name: String
  let interface: Int32
  /// What was there before, and still is.
  let snapshot: InterfaceSnapshot
  private let socket: NetlinkSocket
  private let mtu: UInt32

  /// The interfaces that the way in and the way out are led around through.
  private enum Detour: CaseIterable {
    case wayIn, wayOut

    func name(of interface: Int32) -> String { (self == .wayIn ? "hw-ifb" : "hw-ofb") + String(interface) }

    /// The direction that what goes this way has, as the one sees it whose directions they are.
    func direction(_ viewpoint: ConditionViewpoint) -> LinkDirection {
      (self == .wayIn) == (viewpoint == .host) ? .downlink : .uplink
    }

    /// Where the filters are.
    var end: TrafficHandle { self == .wayIn ? .clsactIngress : .clsactEgress }
  }

  /// Looks at an interface of the calling thread's namespace, and changes nothing.
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

  /// Conditions whose processes are gone, by what they have left; nil if there are none.
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

  /// Takes everything away that `install` has made, as far as it is there, and makes sure that it is gone. Others may do the
  /// same at the same time: what they were quicker to take away is no failure.
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
      // Somebody else may have put filters there meanwhile; then it stays for them.
      var isUsed = false
      for detour in Detour.allCases where try control.hasFilters(at: detour.end) { isUsed = true }
      if !isUsed { try control.remove(.clsact, at: .ingress) }
    }
    // Last, because they show that there is something to undo.
    for index in detours {
      try NetlinkSocket.attempt("remove an ifb interface of \(name)") {
        () throws(NetlinkSocket.Refusal) in try InterfaceControl(socket: socket).remove(index)
      }
    }
  }

  private static var preferences: ClosedRange<UInt16> { firstMajor...firstMajor + mostFilters }

  /// Packets that have passed, and those that were dropped.
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
      // Room for the longest frame: header, two tags.
      try control.putCutter(TrafficHandle(Self.firstMajor), at: .root, longestFrame: mtu + 22)
    }
    var tree = tree(on: detour, hasBands: !profile.selections.isEmpty)
    try tree.apply(profile, direction, seed: seed)
  }
}
