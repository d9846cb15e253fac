import CNetlink
import Glibc

/// A table of nf_tables for both versions of IP, which the kernel makes in one step (nfnetlink), without the program `nft`.
///
/// It belongs to the network namespace of the thread that makes it, and disappears with the namespace.
struct PacketTable {
  /// Where a packet meets a chain (`nf_inet_hooks` of linux/netfilter.h).
  enum Hook: UInt32 {
    case prerouting = 0
    case output = 3
    case postrouting = 4
  }

  /// What a chain may do with packets.
  enum Kind: String {
    case filter
    case nat
  }

  private struct Chain {
    var name: String
    var kind: Kind
    var hook: Hook
    var priority: Int32
    var rules: [PacketRule]
  }

  /// The messages of nf_tables (linux/netfilter/nf_tables.h), and the numbers of nfnetlink that they need.
  private enum Kernel {
    static let beginBatch = 0x10
    static let endBatch = 0x11
    static let subsystem: UInt16 = 10
    static let newTable = Int(subsystem) << 8
    static let newChain = Int(subsystem) << 8 | 3
    static let newRule = Int(subsystem) << 8 | 6
    /// NFPROTO_INET: IPv4 and IPv6.
    static let inet: UInt8 = 1
  }

  private let name: String
  private var chains: [Chain] = []

  init(_ name: String) {
    self.name = name
  }

  /// Adds a chain.
  /// - Parameter priority: chains of a hook are asked in ascending order; see nft(8).
  mutating func add(_ chain: String, _ kind: Kind, at hook: Hook, priority: Int32, _ rules: [PacketRule]) {
    chains.append(Chain(name: chain, kind: kind, hook: hook, priority: priority, rules: rules))
  }

  /// Makes the table in the calling thread's network namespace.
  func make() throws(NetlinkSocket.Refusal) {
    let socket: NetlinkSocket
    do {
      socket = try NetlinkSocket(NETLINK_NETFILTER)
    } catch {
      throw NetlinkSocket.Refusal(code: EPROTONOSUPPORT)
    }
    try socket.perform(batch: messages)
  }

  private var messages: [NetlinkMessage] {
    var table = Self.message(Kernel.newTable, NLM_F_CREATE)
    table.attribute(1, text: name)
    var all = [Self.message(Kernel.beginBatch, 0, 0, Kernel.subsystem), table]
    for chain in chains {
      all.append(message(of: chain))
      all += chain.rules.map { message(of: $0, in: chain) }
    }
    // Something has to be acknowledged even if nothing is refused.
    var last = Self.message(Kernel.newTable, NLM_F_CREATE | NLM_F_ACK)
    last.attribute(1, text: name)
    return all + [last, Self.message(Kernel.endBatch, 0, 0, Kernel.subsystem)]
  }

  private func message(of chain: Chain) -> NetlinkMessage {
    var message = Self.message(Kernel.newChain, NLM_F_CREATE)
    message.attribute(1, text: name)
    message.attribute(3, text: chain.name)
    message.nest(4 | Self.nested) {
      $0.attribute(1, chain.hook.rawValue.bigEndian)
      $0.attribute(2, chain.priority.bigEndian)
    }
    message.attribute(7, text: chain.kind.rawValue)
    return message
  }

  private func message(of rule: PacketRule, in chain: Chain) -> NetlinkMessage {
    var message = Self.message(Kernel.newRule, NLM_F_CREATE | NLM_F_APPEND)
    message.attribute(1, text: name)
    message.attribute(2, text: chain.name)
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

  private static func message(
    _ type: Int, _ flags: Int32, _ family: UInt8 = Kernel.inet, _ resource: UInt16 = 0
  ) -> NetlinkMessage {
    NetlinkMessage(type: type, flags: flags, Header(family: family, resource: resource.bigEndian))
  }
}
