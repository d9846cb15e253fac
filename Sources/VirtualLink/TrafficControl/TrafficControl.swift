import CNetlink
import Glibc
import LinkConditions

/// The queueing disciplines, classes and filters of one interface. To be used by one thread at a time.
struct TrafficControl: Sendable {
  typealias Fill = (inout NetlinkMessage) -> Void

  let socket: NetlinkSocket
  /// The interface's number; one of a namespace stays what it is as long as the interface lives.
  let interface: Int32

  /// What there may be already at the place of a new discipline.
  enum Placing {
    /// Nothing: the kernel's own default gives way, everything else is an error.
    case create
    /// Anything: it is thrown away, and the packets in it.
    case replace
    /// The same discipline: its configuration alone changes, and packets in it stay.
    case change

    fileprivate var flags: Int32 {
      switch self {
      case .create: NLM_F_CREATE | NLM_F_EXCL
      case .replace: NLM_F_CREATE | NLM_F_REPLACE
      case .change: 0
      }
    }
  }

  /// Puts a discipline at a place, or changes it.
  /// - Parameter fill: adds its own attributes.
  func put(
    _ kind: String, _ handle: TrafficHandle, at parent: TrafficHandle, _ placing: Placing, _ fill: Fill = { _ in }
  ) throws(NetlinkSocket.Refusal) {
    var message = message(RTM_NEWQDISC, placing.flags | NLM_F_ACK, handle, parent)
    message.attribute(TCA_KIND, text: kind)
    message.nest(TCA_OPTIONS, fill)
    try socket.perform(message)
  }

  /// Removes a discipline, and all below it.
  func remove(_ handle: TrafficHandle, at parent: TrafficHandle) throws(NetlinkSocket.Refusal) {
    try socket.perform(message(RTM_DELQDISC, NLM_F_ACK, handle, parent))
  }

  /// All disciplines of the interface, those that the kernel has put there itself among them.
  func disciplines() throws(NetlinkSocket.Refusal) -> [QueueingDiscipline] {
    let replies = try socket.list(message(RTM_GETQDISC, NLM_F_DUMP, .none, .none))
    return replies.filter { $0.type == RTM_NEWQDISC && QueueingDiscipline.interface(of: $0.body) == interface }
      .compactMap { QueueingDiscipline($0.body) }
  }

  /// Sends what matches to a class.
  /// - Parameter preference: filters are asked in this order; each network protocol needs one of its own.
  func add(_ match: PacketMatch, preference: UInt16, at parent: TrafficHandle, to band: TrafficHandle)
    throws(NetlinkSocket.Refusal)
  {
    try addFilter(match, preference: preference, at: parent) { $0.attribute(TCA_U32_CLASSID, band.rawValue) }
  }

  /// Removes all filters of a preference.
  func removeFilters(preference: UInt16, _ network: PacketMatch.Network, at parent: TrafficHandle)
    throws(NetlinkSocket.Refusal)
  {
    let message = message(RTM_DELTFILTER, NLM_F_ACK, .none, parent) {
      $0.tcm_info = UInt32(preference) << 16 | UInt32(network.rawValue.bigEndian)
    }
    try socket.perform(message)
  }

  /// Adds a u32 filter that does to what matches whatever the closure says.
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
