import CLinux
import CNetlink
import Glibc
import Wire

/// Connects the far side of a link to the host's networks with ordinary sockets of the host.
///
/// TCP ends in the far side's kernel, which is a real end of the conditioned link: it slows down when packets are lost. A connection
/// is first dialled on the host. Only when that has succeeded does the client's request reach the far side, so a refused,
/// unreachable or silent destination looks the same on the link as on the host. Then the ``ConnectionHandler`` has both ends.
///
/// Everything belongs to this process and to the link's namespaces, so nothing can outlive them.
final class Relay: Sendable {
  private let bell: Descriptor
  private let counters = RelayCounters()

  /// Creates sockets, rules and routes, and starts the relay's thread in the calling thread's network namespace.
  /// - Parameters:
  ///   - isWayOut: whether it takes every destination, and not only the host's loopback interface.
  ///   - reachesLinkLocal: whether it leads to link-local addresses and to a cloud's metadata.
  ///   - handler: gets the connections; nil to pass their bytes on.
  ///   - interface: the interface of the host by which it dials; nil for where the host's routes lead.
  init(
    _ topology: LinkTopology, isWayOut: Bool, reachesLinkLocal: Bool = false, handler: (any ConnectionHandler)?,
    interface: String? = nil
  ) throws {
    let raw = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard raw >= 0 else { throw LinkError("create an event descriptor", errno: errno) }
    bell = Descriptor(owning: raw)
    let scope = RelayScope(
      topology.addresses, isWayOut: isWayOut, reachesLinkLocal: reachesLinkLocal, interface: interface)
    let sockets = try RelaySockets(topology)
    try topology.farSide.perform { try RelayRules.make(for: scope) }
    try topology.client.perform {
      let route = try RouteSocket()
      for address in scope.hostLoopback {
        try route.addNeighbour(address.host, mac: .farSide, on: LinkTopology.clientInterface)
      }
    }
    let handler = try handler ?? Splicer(counters: counters)
    let loop = try RelayLoop(
      sockets: sockets, scope: scope, handler: handler, queue: try ReadinessQueue(), bell: bell, counters: counters)
    try OwnThread.start {
      hw_prepare_thread("headwind-relay")
      hw_block_signals()
      var loop = loop
      loop.run()
    }
  }

  deinit {
    close()
  }

  /// Ends the relay: requests are dropped from now on, and what has been accepted ends with its handler.
  func close() {
    eventfd_write(bell.raw, 1)
  }

  /// How often something could not be relayed because this process was out of descriptors.
  var shortages: Int { counters.shortageCount }
}

extension Relay {
  /// Why this machine cannot run a relay, or nil.
  static func trouble() -> String? {
    do {
      let addresses = LinkAddresses()
      try NetworkNamespace().perform {
        try RouteSocket().bringUp("lo")
        try RelayRules.make(for: RelayScope(addresses, isWayOut: true))
      }
      return nil
    } catch {
      return (error as? LinkError)?.message ?? "\(error)"
    }
  }
}

/// The sockets of the host with which the relay sends echo requests (icmp(7)).
enum PingSocket {
  /// Whether this user may open one in the calling thread's network namespace.
  static var isAllowed: Bool {
    let raw = socket(AF_INET, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), Int32(IPPROTO_ICMP))
    if raw >= 0 { Glibc.close(raw) }
    return raw >= 0
  }

  /// How to get the permission.
  static let remedy = "as root: sysctl net.ipv4.ping_group_range=\"0 2147483647\""
}
