import Glibc
import LinkConditions

/// What Headwind can do on this machine, item by item.
public struct MachineReport: Codable, Sendable {
  /// One feature that Headwind uses.
  public struct Item: Codable, Sendable {
    /// Whether the feature is available.
    public enum State: String, Codable, Sendable {
      /// It is there.
      case ok
      /// Some functions need it and do not work, but links do.
      case limited
      /// No links can be created without it.
      case missing
    }

    /// What was looked for.
    public var name: String
    /// Whether it is there.
    public var state: State
    /// What was found.
    public var found: String
    /// How to make the feature available, if that is possible.
    public var remedy: String?
  }

  /// Everything that was looked for.
  public var items: [Item] = []
  /// The engine that a link gets by default, and why.
  public var engine: String?

  /// Whether links can be created on this machine.
  public var canMakeLinks: Bool { !items.contains { $0.state == .missing } }

  /// Examines the machine. Call it first, while the process has only one thread: for users other than root, the
  /// process moves into a new user namespace in order to try what needs privileges.
  public static func make() -> MachineReport {
    var report = MachineReport()
    report.add("kernel", .ok, Sysctl.read("kernel/osrelease") ?? "unknown")
    let isRoot = Privilege.isSufficient
    report.lookAtCapture()
    report.lookAtTools(isRoot: isRoot)
    guard report.lookAtPrivilege(isRoot: isRoot), report.lookAtNamespaces() else { return report }
    report.lookAtRelay()
    report.lookAtBuffers(isRoot: isRoot)
    report.lookAtEngines(isRoot: isRoot)
    return report
  }

  mutating func add(_ name: String, _ state: Item.State, _ found: String, remedy: String? = nil) {
    items.append(Item(name: name, state: state, found: found, remedy: state == .ok ? nil : remedy))
  }
}

extension MachineReport {
  /// Moves the process into a user namespace if that is needed.
  private mutating func lookAtPrivilege(isRoot: Bool) -> Bool {
    do {
      try Privilege.obtain()
      add("permission", .ok, isRoot ? "root, or its capabilities" : "an ordinary user, in a new user namespace")
      return true
    } catch {
      add("permission", .missing, error.message, remedy: error.remedy ?? "run as root")
      return false
    }
  }

  private mutating func lookAtNamespaces() -> Bool {
    do {
      _ = try DirectPair()
      add("network namespaces", .ok, "created two, with a veth pair between them")
      return true
    } catch {
      let error = error as? LinkError ?? LinkError("\(error)")
      add(
        "network namespaces", .missing, error.message, remedy: error.remedy ?? "the kernel needs CONFIG_NET_NS and veth"
      )
      return false
    }
  }

  /// Tries what a connected link of an ordinary user needs, and the host's loopback interface.
  private mutating func lookAtRelay() {
    let trouble = [Relay.trouble(), LoopbackRedirect.trouble()]
    add(
      "connected links", trouble[0] == nil ? .ok : .limited, trouble[0] ?? "the kernel diverts packets (tproxy)",
      remedy: RelayRules.remedy)
    add(
      "--localhost", trouble[1] == nil ? .ok : .limited, trouble[1] ?? "the kernel translates addresses (NAT)",
      remedy: "the kernel needs CONFIG_NFT_NAT and CONFIG_NFT_MASQ; as root: modprobe nft_nat nft_masq")
    let mayPing = PingSocket.isAllowed
    add(
      "ping on connected links", mayPing ? .ok : .limited, mayPing ? "this user may open ping sockets" : "not allowed",
      remedy: PingSocket.remedy)
  }

  /// How much can wait for the engine while it is busy. Only privileges in the first user namespace exceed the kernel's limit.
  private mutating func lookAtBuffers(isRoot: Bool) {
    let limit = Sysctl.read("net/core/rmem_max").flatMap { Int($0) }
    guard !isRoot, let limit, limit < PacketSocket.bufferBytes else {
      return add("receive buffers", .ok, "\(PacketSocket.bufferBytes >> 20) MB for each direction of a link")
    }
    add(
      "receive buffers", .limited,
      "\(limit >> 10) KB for each direction of a link: a burst that is larger may lose packets before the link sees them",
      remedy: "as root: sysctl -w net.core.rmem_max=\(PacketSocket.bufferBytes)")
  }

  private mutating func lookAtEngines(isRoot: Bool) {
    let load =
      "a kernel with CONFIG_NET_SCH_NETEM; as root: modprobe sch_netem. Without it, links use the userspace engine, with the same result"
    let kernel = (try? KernelEmulator.probe()) ?? KernelEmulator()
    add("netem", kernel.hasNetem ? .ok : .limited, kernel.hasNetem ? "sch_netem" : "no sch_netem", remedy: load)
    if kernel.hasNetem {
      add(
        "netem: bridge", kernel.hasBridge ? .ok : .limited, kernel.hasBridge ? "bridge" : "none",
        remedy: "modprobe bridge")
      add(
        "netem: DNS conditions", kernel.hasClasses ? .ok : .limited, kernel.hasClasses ? "sch_prio, cls_u32" : "none",
        remedy: "modprobe sch_prio cls_u32")
      add(
        "netem: seed", kernel.keepsSeed ? .ok : .limited, kernel.keepsSeed ? "kept" : "ignored by this kernel",
        remedy: "Linux 6.7 or newer; without it, links with --seed use the userspace engine")
    }
    let hasDetour = Self.hasDetour()
    let canCondition = isRoot && hasDetour && kernel.hasNetem
    add(
      "headwind condition", canCondition ? .ok : .limited,
      canCondition
        ? "netem, ifb, root"
        : [(kernel.hasNetem, "netem"), (hasDetour, "ifb"), (isRoot, "root")]
          .filter { !$0.0 }.map { "no \($0.1)" }.joined(separator: ", "),
      remedy: "run as root on a kernel with netem and ifb (modprobe sch_netem ifb)")
    let decision = try? EngineDecision.make(.auto, for: Timeline(first: .clean)) { kernel }
    engine = decision?.description
  }

  /// Whether the kernel has ifb, which is needed to condition incoming traffic of an interface.
  private static func hasDetour() -> Bool {
    do {
      try NetworkNamespace().perform { try InterfaceControl(socket: NetlinkSocket()).make("ifb", name: "ifb-try") }
      return true
    } catch {
      return false
    }
  }

  private mutating func lookAtCapture() {
    do {
      _ = try PacketSocket(interface: "lo")
      add("capture", .ok, "packets of this host's interfaces")
    } catch {
      add(
        "capture", .limited, error.message,
        remedy: "run as root to capture on the host's interfaces; links need no privileges")
    }
  }

  private mutating func lookAtTools(isRoot: Bool) {
    let tools = [
      ("nft", "nftables", "connected links of root, where the host forwards"),
      ("tc", "iproute2", "what headwind profile show --tc prints"),
    ]
    for (tool, package, use) in tools {
      let path = Self.find(tool)
      add(
        tool, path == nil ? .limited : .ok, path ?? "not installed",
        remedy: "\(use) need it: apt-get install \(package)")
    }
  }

  private static func find(_ tool: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return (path + ":/usr/local/sbin:/usr/sbin:/sbin").split(separator: ":").map { "\($0)/\(tool)" }
      .first { access($0, X_OK) == 0 }
  }
}
