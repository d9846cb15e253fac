import CNetlink
import LinkConditions

/// The wire of a link as the kernel carries it: a bridge between its two ends, and netem on the egress of each.
struct NetemWire: Sendable {
  private static let bridge = "br0"
  /// The egress to the client is the downlink, and the egress to the far side is the uplink.
  private var downlink: NetemTree
  private var uplink: NetemTree
  private let interfaces: InterfaceControl
  private let clientSide: Int32
  private let farSide: Int32
  private let bridgeIndex: Int32
  private let seed: RunSeed
  /// The number of changes so far. Each change gets another seed, because it would otherwise repeat the fates of the
  /// previous one.
  private var edition: UInt64 = 0
  private var everDuplicated = false
  private var before = (uplink: (packets: 0, bytes: 0), downlink: (packets: 0, bytes: 0))

  /// Creates the bridge without any ports. Call it in the wire's namespace.
  /// - Parameter hasSelections: whether a profile is going to have conditions for parts of the traffic.
  init(seed: RunSeed, hasSelections: Bool = false) throws(LinkError) {
    let socket = try NetlinkSocket()
    self.seed = seed
    interfaces = InterfaceControl(socket: socket)
    clientSide = try InterfaceControl.index(of: LinkTopology.wireUplinkInterface)
    farSide = try InterfaceControl.index(of: LinkTopology.wireDownlinkInterface)
    downlink = NetemTree(TrafficControl(socket: socket, interface: clientSide), hasBands: hasSelections)
    uplink = NetemTree(TrafficControl(socket: socket, interface: farSide), hasBands: hasSelections)
    let interfaces = interfaces
    try NetlinkSocket.attempt("create a bridge") { () throws(NetlinkSocket.Refusal) in
      // The bridge must not send packets of its own. A bridge with multicast snooping joins a multicast group.
      try interfaces.make("bridge", name: Self.bridge) {
        $0.attribute(IFLA_BR_MCAST_SNOOPING, UInt8(0))
        // Forward the link-local frames that bridges normally do not forward (LLDP, 802.1X), because a wire carries
        // them. The kernel does not allow this for the first three addresses.
        $0.attribute(IFLA_BR_GROUP_FWD_MASK, UInt16(0xFFF8))
      }
    }
    let bridgeIndex = try InterfaceControl.index(of: Self.bridge)
    try NetlinkSocket.attempt("bring a bridge up") { () throws(NetlinkSocket.Refusal) in
      try interfaces.bringUp(bridgeIndex)
    }
    self.bridgeIndex = bridgeIndex
  }

  /// Whether the kernel accepts a seed.
  var keepsSeed: Bool { uplink.keepsSeed == true }

  /// Joins both ends to the bridge. From now on, packets cross.
  mutating func join() throws(LinkError) {
    let ends = [clientSide, farSide]
    before = (try received(at: clientSide), try received(at: farSide))
    for end in ends {
      try interfaces.waitUntilOperational(end)
      keepAnnouncementsOut(at: end)
    }
    try NetlinkSocket.attempt("join the ends of the wire to a bridge") { () throws(NetlinkSocket.Refusal) in
      for end in ends {
        try interfaces.setLargestSend(1, on: end)
        try interfaces.join(end, to: bridgeIndex)
      }
    }
  }

  /// Drops announcements that a host sends on the link by itself before they reach netem, because they would use up
  /// netem's random decisions. On a kernel without such filters they pass; then only the settings of the link's ends
  /// prevent them.
  private func keepAnnouncementsOut(at end: Int32) {
    let control = TrafficControl(socket: interfaces.socket, interface: end)
    do throws(NetlinkSocket.Refusal) {
      try control.put("clsact", .clsact, at: .ingress, .create)
      for (index, match) in Housekeeping.announcements.enumerated() {
        try control.drop(match, preference: UInt16(index + 1), at: .clsactIngress)
      }
    } catch {
      return
    }
  }

  /// Applies a profile to both directions.
  mutating func apply(_ profile: Profile) throws(LinkError) {
    let seed = edition == 0 ? seed : RunSeed(seed.value &+ edition &* 0x9E37_79B9_7F4A_7C15)
    edition += 1
    if Timeline(first: profile).hasDuplicates { everDuplicated = true }
    try uplink.apply(profile, .uplink, seed: seed.uplink)
    try downlink.apply(profile, .downlink, seed: seed.downlink)
  }

  /// The kernel's counters.
  func statistics() throws(LinkError) -> LinkStatistics {
    var all = LinkStatistics()
    all.uplink = try statistics(uplink, enteringAt: clientSide, before: before.uplink)
    all.downlink = try statistics(downlink, enteringAt: farSide, before: before.downlink)
    return all
  }

  /// Removes the bridge, so that nothing crosses any more.
  func disconnect() {
    try? interfaces.remove(bridgeIndex)
  }

  /// The counters of a direction. A packet counts as entered when it reaches netem; packets that the interface has
  /// received can still be on their way through the bridge.
  private func statistics(
    _ tree: NetemTree, enteringAt interface: Int32, before: (packets: Int, bytes: Int)
  ) throws(LinkError) -> DirectionStatistics {
    var statistics = DirectionStatistics()
    let received = try received(at: interface)
    let counters = try tree.counters(received: received.packets - before.packets)
    statistics.left = Int(clamping: counters.packets)
    statistics.leftBytes = Int(clamping: counters.bytes)
    statistics.droppedByKernel = Int(counters.drops)
    statistics.queued = Int(counters.queued)
    statistics.entered = statistics.left + statistics.dropped + statistics.queued
    statistics.enteredBytes = received.bytes - before.bytes
    // The kernel does not count duplicates. They are the packets that reached netem but did not arrive on the
    // interface.
    if everDuplicated {
      statistics.duplicated = max(0, statistics.entered - (received.packets - before.packets))
      statistics.entered -= statistics.duplicated
    }
    return statistics
  }

  private func received(at interface: Int32) throws(LinkError) -> (packets: Int, bytes: Int) {
    try NetlinkSocket.attempt("read the statistics of an interface") {
      () throws(NetlinkSocket.Refusal) -> (packets: Int, bytes: Int) in
      try interfaces.state(of: interface).received
    }
  }
}
