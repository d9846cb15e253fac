import CNetlink
import Glibc

/// A table of nf_tables, which the kernel makes in one step (nfnetlink), without the program `nft`.
///
/// It belongs to the network namespace of the thread that makes it, and disappears with the namespace; an owned one
/// disappears with the socket that it was made on, too.
struct PacketTable: Sendable {
  /// What packets a table sees (`nfproto` of linux/netfilter.h).
  enum Family: UInt8 {
    /// IPv4 and IPv6, where this host routes or delivers them.
    case inet = 1
    /// Every frame of single interfaces.
    case netdev = 5
  }

  /// Where a packet meets a chain (`nf_inet_hooks` of linux/netfilter.h).
  enum Hook: UInt32 {
    case prerouting = 0
    case output = 3
    case postrouting = 4
  }

  /// Where a frame meets a chain at an interface (`nf_dev_hooks` of linux/netfilter.h).
  enum InterfaceHook: UInt32 {
    /// As it comes in, after the filters of `tc`.
    case ingress = 0
    /// As it goes out, before the filters of `tc` (Linux 5.16).
    case egress = 1
  }

  /// What a chain may do with packets.
  enum Kind: String {
    case filter
    case nat
  }

  private struct Chain {
    var name: String
    var kind: Kind
    var hook: UInt32
    var interface: String?
    var priority: Int32
    var rules: [PacketRule]
  }

  /// The messages of nf_tables (linux/netfilter/nf_tables.h), and the numbers of nfnetlink that they need.
  private enum Kernel {
    static let beginBatch = 0x10
    static let endBatch = 0x11
    static let subsystem: UInt16 = 10
    static let newTable = Int(subsystem) << 8
    static let removeTable = Int(subsystem) << 8 | 2
    static let newChain = Int(subsystem) << 8 | 3
    static let newRule = Int(subsystem) << 8 | 6
    static let removeRules = Int(subsystem) << 8 | 8
    /// NFT_TABLE_F_OWNER (Linux 5.12).
    static let owned: UInt32 = 2
  }

  private let name: String
  private let family: Family
  private let isOwned: Bool
  private var chains: [Chain] = []

  /// - Parameter isOwned: whether only the socket that the table is made on can change it, and removes it by closing.
  init(_ name: String, family: Family = .inet, isOwned: Bool = false) {
    self.name = name
    self.family = family
    self.isOwned = isOwned
  }

  /// Adds a chain.
  /// - Parameter priority: chains of a hook are asked in ascending order; see nft(8).
  mutating func add(_ chain: String, _ kind: Kind, at hook: Hook, priority: Int32, _ rules: [PacketRule]) {
    chains.append(Chain(name: chain, kind: kind, hook: hook.rawValue, priority: priority, rules: rules))
  }

  /// Adds a chain for the frames of one interface, to a table of the family `netdev`. It is asked before all others.
  mutating func add(_ chain: String, at hook: InterfaceHook, of interface: String, _ rules: [PacketRule]) {
    chains.append(
      Chain(name: chain, kind: .filter, hook: hook.rawValue, interface: interface, priority: .min, rules: rules))
  }

  /// Makes the table in the calling thread's network namespace.
  func make() throws(NetlinkSocket.Refusal) {
    let socket: NetlinkSocket
    do {
      socket = try NetlinkSocket(NETLINK_NETFILTER)
    } catch {
      throw NetlinkSocket.Refusal(code: EPROTONOSUPPORT)
    }
    try make(on: socket)
  }

  /// Makes the table in the network namespace of a socket (NETLINK_NETFILTER).
  func make(on socket: NetlinkSocket) throws(NetlinkSocket.Refusal) {
    try socket.perform(batch: messages)
  }

  /// Replaces the rules of chains, all in one step.
  func set(_ rules: [(chain: String, rules: [PacketRule])], on socket: NetlinkSocket) throws(NetlinkSocket.Refusal) {
    let changes = rules.flatMap { chain, rules in
      var clearing = message(Kernel.removeRules, 0)
      clearing.attribute(1, text: name)
      clearing.attribute(2, text: chain)
      return [clearing] + rules.map { message(of: $0, in: chain) }
    }
    try socket.perform(batch: [batch(Kernel.beginBatch)] + changes + [acknowledged, batch(Kernel.endBatch)])
  }

  /// Removes the table.
  func remove(on socket: NetlinkSocket) throws(NetlinkSocket.Refusal) {
    var removal = message(Kernel.removeTable, NLM_F_ACK)
    removal.attribute(1, text: name)
    try socket.perform(batch: [batch(Kernel.beginBatch), removal, batch(Kernel.endBatch)])
  }

  private var messages: [NetlinkMessage] {
    var table = message(Kernel.newTable, isOwned ? NLM_F_CREATE | NLM_F_EXCL : NLM_F_CREATE)
    table.attribute(1, text: name)
    if isOwned { table.attribute(2, Kernel.owned.bigEndian) }
    var all = [batch(Kernel.beginBatch), table]
    for chain in chains {
      all.append(message(of: chain))
      all += chain.rules.map { message(of: $0, in: chain.name) }
    }
    return all + [acknowledged, batch(Kernel.endBatch)]
  }

  /// Changes nothing. Something has to be acknowledged even if nothing is refused.
  private var acknowledged: NetlinkMessage {
    var message = message(Kernel.newTable, NLM_F_CREATE | NLM_F_ACK)
    message.attribute(1, text: name)
    return message
  }

  private func message(of chain: Chain) -> NetlinkMessage {
    var message = message(Kernel.newChain, NLM_F_CREATE)
    message.attribute(1, text: name)
    message.attribute(3, text: chain.name)
    message.nest(4 | Self.nested) {
      $0.attribute(1, chain.hook.bigEndian)
      $0.attribute(2, chain.priority.bigEndian)
      if let interface = chain.interface { $0.attribute(3, text: interface) }
    }
    message.attribute(7, text: chain.kind.rawValue)
    return message
  }

  private func message(of rule: PacketRule, in chain: String) -> NetlinkMessage {
    var message = message(Kernel.newRule, NLM_F_CREATE | NLM_F_APPEND)
    message.attribute(1, text: name)
    message.attribute(2, text: chain)
    message.nest(4 | Self.nested) { rule.write(to: &$0) }
    return message
  }

  /// NLA_F_NESTED.
  private static let nested = 0x8000

  /// `nfgenmsg` of linux/netfilter/nfnetlink.h.
  private struct Header {
    var family: UInt8
    var version: UInt8 = 0
    /// In network byte order.
    var resource: UInt16
  }

  private func message(_ type: Int, _ flags: Int32) -> NetlinkMessage {
    NetlinkMessage(type: type, flags: flags, Header(family: family.rawValue, resource: 0))
  }

  /// The begin or the end of what the kernel does in one step.
  private func batch(_ type: Int) -> NetlinkMessage {
    NetlinkMessage(type: type, flags: 0, Header(family: 0, resource: Kernel.subsystem.bigEndian))
  }
}
