import CNetlink
import LinkConditions

/// Conditions on an interface of the host: uplink on its way out, downlink on its way in, which the kernel leads around
/// through an interface made for that (ifb), because it conditions ways out alone.
///
///     prio: what is left alone -> first band
///           everything else    -> second band -> tbf (cuts large sends) -> netem ...
struct HostCondition: Sendable {
  /// The number of the first discipline, by which ours are known: "HW".
  static let firstMajor: UInt16 = 0x4857

  let name: String
  let interface: Int32
  /// What was there before.
  let snapshot: InterfaceSnapshot
  private let socket: NetlinkSocket
  private let mtu: UInt32

  /// The interface that the way in is led around through.
  var detour: String { Self.detour(of: interface) }

  private static func detour(of interface: Int32) -> String { "hw-ifb\(interface)" }

  /// Looks at an interface of the calling thread's namespace, and changes nothing.
  /// - Throws: `LinkError` if it cannot be conditioned.
  init(interface name: String) throws(LinkError) {
    try self.init(name) { control throws(LinkError) in try InterfaceSnapshot(of: control, name: name) }
  }

  /// Conditions whose processes are gone, by what they have left; nil if there are none.
  init?(leftOn name: String) throws(LinkError) {
    let interface = try InterfaceControl.index(of: name)
    guard let detour = try? InterfaceControl.index(of: Self.detour(of: interface)) else { return nil }
    let links = InterfaceControl(socket: try NetlinkSocket())
    let state = try NetlinkSocket.attempt("read the state of \(name)") {
      () throws(NetlinkSocket.Refusal) -> InterfaceControl.State in try links.state(of: detour)
    }
    guard let snapshot = InterfaceSnapshot(text: state.alias) else {
      throw LinkError("what \(name) had before it was conditioned is not known any more: '\(state.alias)'")
    }
    try self.init(name) { _ throws(LinkError) in snapshot }
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

  /// Puts conditions in force. If that fails, `restore` undoes what was done.
  func install(_ profile: Profile, leavingAlone exceptions: [TrafficException], seed: RunSeed) throws(LinkError) {
    if let obstacle = profile.netemObstacles.first { throw LinkError("netem cannot \(obstacle)") }
    let links = InterfaceControl(socket: socket)
    try NetlinkSocket.attempt("make an interface for the way in (ifb)") { () throws(NetlinkSocket.Refusal) in
      try links.make("ifb", name: detour)
    }
    let detourIndex = try InterfaceControl.index(of: detour)
    try NetlinkSocket.attempt("prepare \(detour)") { () throws(NetlinkSocket.Refusal) in
      try links.setAlias(snapshot.text, of: detourIndex)
      try links.bringUp(detourIndex)
    }
    let matches = TrafficException.neighbours + exceptions.flatMap(\.matches)
    try build(on: detourIndex, profile, .downlink, matches, seed: seed.downlink)
    try leadAround(to: detourIndex)
    try build(on: interface, profile, .uplink, matches, seed: seed.uplink)
  }

  /// Takes everything away that `install` has made, as far as it is there, and puts back what was there before.
  func restore() throws(LinkError) {
    let control = TrafficControl(socket: socket, interface: interface)
    // What is not there need not be removed: the end of it all is what counts, and is compared.
    if let root = try? control.disciplines().first(where: { $0.parent == .root }), root.handle.major == Self.firstMajor
    {
      try? control.remove(root.handle, at: .root)
    }
    if (try? InterfaceControl.index(of: detour)) != nil {
      try? control.remove(TrafficHandle(0xFFFF), at: .ingress)
    }
    try snapshot.restore(control, name: name)
    // Last, because it holds what was there before.
    if let index = try? InterfaceControl.index(of: detour) {
      try NetlinkSocket.attempt("remove \(detour)") { () throws(NetlinkSocket.Refusal) in
        try InterfaceControl(socket: socket).remove(index)
      }
    }
  }

  /// Packets that have passed, and those that were dropped, on the way out and on the way in.
  func counters() throws(LinkError) -> (out: QueueingDiscipline.Counters, in: QueueingDiscipline.Counters) {
    let detourIndex = try InterfaceControl.index(of: detour)
    // Which of them are there is asked of the kernel.
    return (
      try tree(on: interface, hasBands: true).counters(), try tree(on: detourIndex, hasBands: true).counters()
    )
  }

  private func tree(on interface: Int32, hasBands: Bool) -> NetemTree {
    let control = TrafficControl(socket: socket, interface: interface)
    return NetemTree(
      control, at: TrafficHandle(Self.firstMajor + 1).band(1), firstMajor: Self.firstMajor + 2,
      hasBands: hasBands)
  }

  private func build(
    on interface: Int32, _ profile: Profile, _ direction: LinkDirection, _ exceptions: [PacketMatch], seed: UInt64
  ) throws(LinkError) {
    let control = TrafficControl(socket: socket, interface: interface)
    let bands = TrafficHandle(Self.firstMajor)
    let cutter = TrafficHandle(Self.firstMajor + 1)
    try NetlinkSocket.attempt("put queueing disciplines on \(name)") { () throws(NetlinkSocket.Refusal) in
      try control.putBands(bands, at: .root, standard: 1)
      for (index, match) in exceptions.enumerated() {
        try control.add(match, preference: UInt16(index + 1), at: bands, to: bands.band(1))
      }
      // Room for the longest frame: header, two tags.
      try control.putCutter(cutter, at: bands.band(2), longestFrame: mtu + 22)
    }
    var tree = tree(on: interface, hasBands: !profile.selections.isEmpty)
    try tree.apply(profile, direction, seed: seed)
  }

  private func leadAround(to detour: Int32) throws(LinkError) {
    let control = TrafficControl(socket: socket, interface: interface)
    try NetlinkSocket.attempt("lead what comes in at \(name) around") { () throws(NetlinkSocket.Refusal) in
      try control.put("ingress", TrafficHandle(0xFFFF), at: .ingress, .create)
      try control.redirectAll(at: TrafficHandle(0xFFFF), to: detour)
    }
  }
}
