import CNetlink
import Glibc
import LinkConditions

/// The qdiscs and filters, besides netem, that conditions are built from.
extension TrafficControl {
  /// Installs a prio qdisc. Filters choose the band of a packet.
  /// - Parameters:
  ///   - count: the number of bands, at most 16.
  ///   - standard: the band of packets that no filter matches, counted from 0.
  func putBands(
    _ handle: TrafficHandle, at parent: TrafficHandle, count: Int32 = 2, standard: UInt8 = 0
  ) throws(NetlinkSocket.Refusal) {
    try put("prio", handle, at: parent, .replace) { message in
      // tc_prio_qopt: the number of bands, then the band of each of the 16 priorities.
      message.append(count)
      for _ in 0..<16 { message.append(standard) }
    }
  }

  /// Installs a qdisc that splits large sends into packets and otherwise does not delay anything: a token bucket
  /// (tbf) with a rate of a terabyte per second and room for one frame.
  func putCutter(_ handle: TrafficHandle, at parent: TrafficHandle, longestFrame: UInt32) throws(NetlinkSocket.Refusal)
  {
    try put("tbf", handle, at: parent, .replace) { message in
      var options = tc_tbf_qopt()
      options.rate.rate = .max
      // With TC_LINKLAYER_ETHERNET, no rate table is needed.
      options.rate.linklayer = 1
      options.limit = .max
      options.mtu = longestFrame
      message.attribute(TCA_TBF_PARMS, options)
      message.attribute(TCA_TBF_RATE64, UInt64(1) << 40)
      message.attribute(TCA_TBF_BURST, longestFrame)
    }
  }

  /// Redirects all packets to another interface.
  /// - Parameter arriving: whether they come in there; otherwise they go out there.
  func redirectAll(
    at parent: TrafficHandle, preference: UInt16, to other: Int32, arriving: Bool = false
  ) throws(NetlinkSocket.Refusal) {
    try add(PacketMatch(.all), preference: preference, at: parent, doing: [.redirect(to: other, arriving: arriving)])
  }

  /// Drops the packets that match.
  func drop(_ match: PacketMatch, preference: UInt16, at parent: TrafficHandle) throws(NetlinkSocket.Refusal) {
    try add(match, preference: preference, at: parent, doing: [.drop])
  }

  /// Adds a filter whose actions are done one after the other. Without any, the packets that match pass.
  /// - Parameter mark: the mark that packets must have, too; nil for any.
  func add(
    _ match: PacketMatch, mark: UInt32? = nil, preference: UInt16, at parent: TrafficHandle,
    doing actions: [FilterAction]
  ) throws(NetlinkSocket.Refusal) {
    try addFilter(match, preference: preference, at: parent) { message in
      if let mark { message.attribute(TCA_U32_MARK, tc_u32_mark(val: mark, mask: .max, success: 0)) }
      guard !actions.isEmpty else { return message.attribute(TCA_U32_CLASSID, TrafficHandle.clsact.band(1).rawValue) }
      message.nest(TCA_U32_ACT) { message in
        for (index, action) in actions.enumerated() { message.nest(index + 1) { action.write(to: &$0) } }
      }
    }
  }

  /// The u32 filters of a qdisc that choose classes.
  func filters(at parent: TrafficHandle) throws(NetlinkSocket.Refusal) -> [NetemBands.Filter] {
    try socket.list(message(RTM_GETTFILTER, NLM_F_DUMP, .none, parent))
      .filter { $0.type == RTM_NEWTFILTER }.compactMap { NetemBands.Filter(readBack: $0.body) }
  }

  /// Removes all filters with these preferences, of any kind.
  func removeFilters(_ preferences: ClosedRange<UInt16>, at parent: TrafficHandle) throws(NetlinkSocket.Refusal) {
    let replies = try socket.list(message(RTM_GETTFILTER, NLM_F_DUMP, .none, parent))
    let information = replies.filter { $0.type == RTM_NEWTFILTER }
      .compactMap { $0.body.loaded(at: 0, as: tcmsg.self)?.tcm_info }
    for info in Set(information) where preferences.contains(UInt16(truncatingIfNeeded: info >> 16)) {
      try socket.perform(message(RTM_DELTFILTER, NLM_F_ACK, .none, parent) { $0.tcm_info = info })
    }
  }

  /// Whether a qdisc has filters.
  func hasFilters(at parent: TrafficHandle) throws(NetlinkSocket.Refusal) -> Bool {
    let replies = try socket.list(message(RTM_GETTFILTER, NLM_F_DUMP, .none, parent))
    return replies.contains { $0.type == RTM_NEWTFILTER }
  }
}
