import CNetlink
import Glibc

/// Operations on interfaces that libnl does not offer. Use it on one thread at a time.
package struct InterfaceControl: Sendable {
  /// The state of an interface, as the kernel reports it.
  package struct State: Sendable {
    var name = ""
    /// Whether it carries packets (RFC 2863 "up"): its queueing disciplines are active then.
    var isOperational = false
    /// Frames that came in, and their bytes.
    var received = (packets: 0, bytes: 0)
    /// The most segments that an outgoing large send may have.
    var largestSend: UInt32?
    /// The interface's alias, a free text.
    var alias = ""
    var mtu: UInt32 = 1500
    /// Its hardware address, as `ip link` writes it.
    var hardwareAddress = ""
  }

  let socket: NetlinkSocket

  /// The index of an interface in the calling thread's namespace.
  static func index(of name: String) throws(LinkError) -> Int32 {
    let index = if_nametoindex(name)
    guard index > 0 else { throw LinkError("find the interface \(name)", errno: errno) }
    return Int32(bitPattern: index)
  }

  /// Creates an interface that has no peer.
  /// - Parameter fill: adds attributes of its kind.
  func make(_ kind: String, name: String, _ fill: TrafficControl.Fill? = nil) throws(NetlinkSocket.Refusal) {
    var message = message(RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL | NLM_F_ACK, 0)
    message.attribute(IFLA_IFNAME, text: name)
    message.nest(IFLA_LINKINFO) {
      $0.attribute(IFLA_INFO_KIND, text: kind)
      if let fill { $0.nest(IFLA_INFO_DATA, fill) }
    }
    try socket.perform(message)
  }

  /// Removes a virtual interface.
  func remove(_ interface: Int32) throws(NetlinkSocket.Refusal) {
    try socket.perform(message(RTM_DELLINK, NLM_F_ACK, interface))
  }

  /// Makes an interface a port of a bridge that learns no addresses: what comes in at one port goes out at all others.
  func join(_ interface: Int32, to bridge: Int32) throws(NetlinkSocket.Refusal) {
    var joining = message(RTM_NEWLINK, NLM_F_ACK, interface)
    joining.attribute(IFLA_MASTER, bridge)
    try socket.perform(joining)
    var settings = message(RTM_NEWLINK, NLM_F_ACK, interface)
    settings.nest(IFLA_LINKINFO) {
      $0.attribute(IFLA_INFO_SLAVE_KIND, text: "bridge")
      $0.nest(IFLA_INFO_SLAVE_DATA) { $0.attribute(IFLA_BRPORT_LEARNING, UInt8(0)) }
    }
    try socket.perform(settings)
  }

  /// Sets the most segments of a large send. With 1, the kernel splits large sends before they reach a qdisc.
  func setLargestSend(_ segments: UInt32, on interface: Int32) throws(NetlinkSocket.Refusal) {
    var message = message(RTM_NEWLINK, NLM_F_ACK, interface)
    message.attribute(IFLA_GSO_MAX_SEGS, segments)
    try socket.perform(message)
  }

  /// Sets the length of the longest packet.
  func setMTU(_ bytes: UInt32, on interface: Int32) throws(NetlinkSocket.Refusal) {
    var message = message(RTM_NEWLINK, NLM_F_ACK, interface)
    message.attribute(IFLA_MTU, bytes)
    try socket.perform(message)
  }

  /// Sets the alias of an interface, a text of at most 255 bytes.
  func setAlias(_ text: String, of interface: Int32) throws(NetlinkSocket.Refusal) {
    var message = message(RTM_NEWLINK, NLM_F_ACK, interface)
    // Without a terminating zero, like `ip link set alias`.
    message.nest(IFLA_IFALIAS) { $0.append(bytes: Array(text.utf8)) }
    try socket.perform(message)
  }

  /// Brings an interface up.
  func bringUp(_ interface: Int32) throws(NetlinkSocket.Refusal) {
    let message = message(RTM_NEWLINK, NLM_F_ACK, interface) {
      $0.ifi_flags = UInt32(IFF_UP)
      $0.ifi_change = UInt32(IFF_UP)
    }
    try socket.perform(message)
  }

  /// The state of an interface, as the kernel reports it.
  func state(of interface: Int32) throws(NetlinkSocket.Refusal) -> State {
    let replies = try socket.list(message(RTM_GETLINK, NLM_F_DUMP, 0))
    for reply in replies where reply.type == RTM_NEWLINK {
      guard let header: ifinfomsg = reply.body.loaded(at: 0), header.ifi_index == interface else { continue }
      return State(NetlinkAttributes(reply.body.dropFirst(MemoryLayout<ifinfomsg>.size)))
    }
    throw NetlinkSocket.Refusal(code: ENODEV)
  }

  /// Waits until an interface carries packets. The kernel silently drops packets that are sent earlier.
  func waitUntilOperational(_ interface: Int32) throws(LinkError) {
    for _ in 0..<2000 {
      let state = try NetlinkSocket.attempt("see whether an interface is up") {
        () throws(NetlinkSocket.Refusal) -> State in
        try self.state(of: interface)
      }
      if state.isOperational { return }
      usleep(1000)
    }
    throw LinkError("an interface of the link did not come up within 2 s")
  }

  private func message(
    _ type: Int, _ flags: Int32, _ interface: Int32, _ adjust: (inout ifinfomsg) -> Void = { _ in }
  ) -> NetlinkMessage {
    var header = ifinfomsg()
    header.ifi_family = UInt8(AF_UNSPEC)
    header.ifi_index = interface
    adjust(&header)
    return NetlinkMessage(type: type, flags: flags, header)
  }
}

extension InterfaceControl.State {
  /// Reads the attributes of an RTM_NEWLINK message.
  package init(_ attributes: NetlinkAttributes) {
    self.init()
    for (type, value) in attributes {
      switch Int(type) {
      case IFLA_IFNAME: name = value.text
      // IF_OPER_UP of linux/if.h, and IF_OPER_UNKNOWN, which interfaces without a carrier have.
      case IFLA_OPERSTATE: isOperational = [0, 6].contains(value.first)
      case IFLA_GSO_MAX_SEGS: largestSend = value.loaded(at: 0)
      case IFLA_IFALIAS: alias = value.text
      case IFLA_MTU: mtu = value.loaded(at: 0) ?? 1500
      case IFLA_ADDRESS:
        hardwareAddress = value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: ":")
      case IFLA_STATS64:
        // rtnl_link_stats64: packets received, sent, bytes received ...
        received = (
          Int(clamping: value.loaded(at: 0, as: UInt64.self) ?? 0),
          Int(clamping: value.loaded(at: 16, as: UInt64.self) ?? 0)
        )
      default: break
      }
    }
  }
}
