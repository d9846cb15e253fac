import CNetlink

/// A queueing discipline as the kernel describes it.
package struct QueueingDiscipline: Sendable {
  /// The counters since it was created.
  struct Counters: Equatable, Sendable {
    var bytes: UInt64 = 0
    var packets: UInt64 = 0
    var drops: UInt32 = 0
    var queued: UInt32 = 0

    /// The packets that have reached it.
    var arrived: Int { Int(packets) + Int(drops) + Int(queued) }

    static func + (one: Counters, other: Counters) -> Counters {
      Counters(
        bytes: one.bytes + other.bytes, packets: one.packets + other.packets, drops: one.drops &+ other.drops,
        queued: one.queued &+ other.queued)
    }
  }

  var kind: String
  var handle: TrafficHandle
  var parent: TrafficHandle
  /// Its configuration, as netlink attributes that depend on the kind of qdisc.
  var options: [UInt8]
  var counters = Counters()

  /// Reads the body of an RTM_NEWQDISC message.
  package init?(_ body: ArraySlice<UInt8>) {
    guard let header: tcmsg = body.loaded(at: 0) else { return nil }
    let attributes = NetlinkAttributes(body.dropFirst(MemoryLayout<tcmsg>.size))
    guard let kind = attributes.first(TCA_KIND) else { return nil }
    self.kind = kind.text
    handle = TrafficHandle(rawValue: header.tcm_handle)
    parent = TrafficHandle(rawValue: header.tcm_parent)
    options = attributes.first(TCA_OPTIONS).map(Array.init) ?? []
    if let statistics = attributes.first(TCA_STATS2) { counters = Counters(NetlinkAttributes(statistics)) }
  }

  /// The interface of an RTM_NEWQDISC message. The kernel lists the qdiscs of all interfaces.
  package static func interface(of body: ArraySlice<UInt8>) -> Int32? {
    body.loaded(at: 0, as: tcmsg.self)?.tcm_ifindex
  }
}

extension QueueingDiscipline.Counters {
  /// Reads the attributes of gnet_stats (linux/gen_stats.h).
  fileprivate init(_ attributes: NetlinkAttributes) {
    if let basic = attributes.first(TCA_STATS_BASIC) {
      bytes = basic.loaded(at: 0) ?? 0
      packets = UInt64(basic.loaded(at: 8, as: UInt32.self) ?? 0)
    }
    // If 32 bits are not enough, the kernel adds a 64-bit count.
    if let wide = attributes.first(TCA_STATS_PKT64) { packets = wide.loaded(at: 0) ?? packets }
    if let queue = attributes.first(TCA_STATS_QUEUE) {
      queued = queue.loaded(at: 0) ?? 0
      drops = queue.loaded(at: 8) ?? 0
    }
  }
}
