import CNetlink
import Glibc
import LinkConditions

/// The queueing disciplines, classes and filters of one interface. Use it on one thread at a time.
struct TrafficControl: Sendable {
  typealias Fill = (inout NetlinkMessage) -> Void

  let socket: NetlinkSocket
  /// The interface's index, which does not change as long as the interface exists.
  let interface: Int32

  /// What may already exist where a new qdisc is installed.
  enum Placing {
    /// Nothing but the kernel's default qdisc, which is replaced. Anything else is an error.
    case create
    /// Anything. It is removed together with its packets.
    case replace
    /// The same qdisc. Only its configuration changes, and its packets stay.
    case change

    fileprivate var flags: Int32 {
      switch self {
      case .create: NLM_F_CREATE | NLM_F_EXCL
      case .replace: NLM_F_CREATE | NLM_F_REPLACE
      case .change: 0
      }
    }
  }

  /// Installs or changes a qdisc.
  /// - Parameter fill: adds the attributes of its kind.
  func put(
    _ kind: String, _ handle: TrafficHandle, at parent: TrafficHandle, _ placing: Placing, _ fill: Fill = { _ in }
  ) throws(NetlinkSocket.Refusal) {
    var message = message(RTM_NEWQDISC, placing.flags | NLM_F_ACK, handle, parent)
    message.attribute(TCA_KIND, text: kind)
    message.nest(TCA_OPTIONS, fill)
    try socket.perform(message)
  }

  /// Removes a qdisc and everything below it.
  func remove(_ handle: TrafficHandle, at parent: TrafficHandle) throws(NetlinkSocket.Refusal) {
    try socket.perform(message(RTM_DELQDISC, NLM_F_ACK, handle, parent))
  }

  /// All qdiscs of the interface, including those that the kernel installed by itself.
  func disciplines() throws(NetlinkSocket.Refusal) -> [QueueingDiscipline] {
    let replies = try socket.list(message(RTM_GETQDISC, NLM_F_DUMP, .none, .none))
    return replies.filter { $0.type == RTM_NEWQDISC && QueueingDiscipline.interface(of: $0.body) == interface }
      .compactMap { QueueingDiscipline($0.body) }
  }

  /// Adds a filter that sends matching packets to a class.
  /// - Parameter preference: the order in which filters are tried. Each network protocol needs its own preference.
  func add(_ match: PacketMatch, preference: UInt16, at parent: TrafficHandle, to band: TrafficHandle)
    throws(NetlinkSocket.Refusal)
  {
    try addFilter(match, preference: preference, at: parent) { $0.attribute(TCA_U32_CLASSID, band.rawValue) }
  }

  /// Removes all filters with a preference.
  func removeFilters(preference: UInt16, _ network: PacketMatch.Network, at parent: TrafficHandle)
    throws(NetlinkSocket.Refusal)
  {
    let message = message(RTM_DELTFILTER, NLM_F_ACK, .none, parent) {
      $0.tcm_info = UInt32(preference) << 16 | UInt32(network.rawValue.bigEndian)
    }
    try socket.perform(message)
  }

  /// Adds a u32 filter. The closure writes its action or class.
  func addFilter(_ match: PacketMatch, preference: UInt16, at parent: TrafficHandle, _ fill: Fill)
    throws(NetlinkSocket.Refusal)
  {
    var message = message(RTM_NEWTFILTER, NLM_F_CREATE | NLM_F_EXCL | NLM_F_ACK, .none, parent) {
      $0.tcm_info = UInt32(preference) << 16 | UInt32(match.network.rawValue.bigEndian)
    }
    message.attribute(TCA_KIND, text: "u32")
    message.nest(TCA_OPTIONS) {
      fill(&$0)
      match.write(to: &$0)
    }
    try socket.perform(message)
  }

  func message(
    _ type: Int, _ flags: Int32, _ handle: TrafficHandle, _ parent: TrafficHandle,
    _ adjust: (inout tcmsg) -> Void = { _ in }
  ) -> NetlinkMessage {
    var header = tcmsg()
    header.tcm_family = UInt8(AF_UNSPEC)
    header.tcm_ifindex = interface
    header.tcm_handle = handle.rawValue
    header.tcm_parent = parent.rawValue
    adjust(&header)
    return NetlinkMessage(type: type, flags: flags, header)
  }
}
