import CLinux
import CNetlink
import Glibc
import Wire

/// A wire between an interface that something else has made and that interface's network.
///
///     namespace of the interface           wire namespace
///     program -> eth0 ------> hw7c ============== m0
///                eth0 <------ hw7c                engine
///     network -> eth0 ------> hw7f ============== m1
///                eth0 <------ hw7f
///
/// Nothing is moved or configured: the interface's frames are forwarded to the wire's ends, and what leaves the wire back to the interface,
/// with a mark that lets it pass. See ``TableDiversion`` and ``FilterDiversion``. Whatever ends this process, frames go straight again.
///
/// ARP, neighbour and router discovery and group reports are not diverted: no conditions apply to them on any link.
public final class Attachment: Sendable {
  /// The names of the interfaces that the attachment adds, by the number of the one that it is at.
  private struct Names: Sendable {
    let client: String
    let farSide: String
    let wayIn: String

    init(_ index: Int32) {
      (client, farSide, wayIn) = ("hw\(index)c", "hw\(index)f", "hw\(index)x")
    }
  }

  /// The wire. Its client is the interface's host, its far side the network.
  public let topology: LinkTopology
  /// The interface that the wire is at.
  public let interface: String
  /// Raised when the interface, or an end of the wire, is gone.
  public let alarm: Alarm
  private let ends: [String]
  private let diversion: any FrameDiversion
  private let bell: Descriptor

  /// Makes the wire. Nothing crosses it yet. Call it while the process has only one thread.
  /// - Parameters:
  ///   - interface: nil for the interface of the default route.
  ///   - only: the frames to divert; empty for all.
  ///   - reservation: what processes of the attachment must not keep open.
  public init(
    at interface: String?, of target: AttachTarget, only matches: [PeerMatch],
    closing reservation: ControlServer.Reservation
  ) throws {
    let (network, place) = (target.network, target.description)
    let facts = try network.perform { try InterfaceFacts(interface, of: place) }
    let names = Names(facts.index)
    try network.perform {
      guard if_nametoindex(names.client) == 0 else {
        throw LinkError(
          "a link is already attached to \(facts.name) of \(place)", remedy: "'headwind link list' lists the links")
      }
    }
    let topology = try LinkTopology(
      from: (network, names.client, facts.mac), to: (network, names.farSide, .farSide),
      addresses: LinkAddresses(client: facts.addresses, farSide: []))
    try topology.wire.perform {
      try InterfaceControl.setMTU(
        facts.mtu, on: [LinkTopology.wireUplinkInterface, LinkTopology.wireDownlinkInterface])
    }
    let ends = [names.client, names.farSide]
    let (client, farSide) = try network.perform {
      try InterfaceControl.bringUpSilently(ends, mtu: facts.mtu)
      return (try InterfaceControl.index(of: names.client), try InterfaceControl.index(of: names.farSide))
    }
    let diverted = DivertedInterface(
      facts: facts, place: place, client: (names.client, client), farSide: (names.farSide, farSide), matches: matches)
    diversion = try Self.diversion(diverted, names, network, topology.wire, closing: reservation.listener.raw)
    let raw = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard raw >= 0 else { throw LinkError("create an event descriptor", errno: errno) }
    let (bell, alarm) = (Descriptor(owning: raw), try Alarm())
    let watch = try network.perform { try WireWatch(interfaces: [facts.name] + ends) }
    try OwnThread.start {
      while true {
        switch watch.wait(for: bell, until: nil) {
        case .rung: return
        case .gone(let name): return alarm.raise("the interface \(name) of \(place) is gone")
        case .timeout: continue
        }
      }
    }
    (self.interface, self.topology, self.ends, self.bell, self.alarm) = (facts.name, topology, ends, bell, alarm)
  }

  deinit {
    eventfd_write(bell.raw, 1)
  }

  /// A table of nf_tables where the kernel can, because it goes with this process; otherwise filters of `tc`.
  private static func diversion(
    _ place: DivertedInterface, _ names: Names, _ network: NetworkNamespace, _ wire: NetworkNamespace, closing: Int32
  ) throws -> any FrameDiversion {
    let refusal: any Error
    do {
      return try TableDiversion(place, by: names.wayIn, in: network, wire: wire)
    } catch {
      refusal = error
    }
    do {
      return try FilterDiversion(place, in: network, closing: closing)
    } catch let error as LinkError {
      throw LinkError(
        "\(error.message); and by nf_tables: \(refusal)",
        remedy: error.remedy
          ?? "the kernel needs nf_tables with egress hooks and 'fwd' (Linux 5.17), or clsact, cls_u32, act_mirred and act_skbedit"
      )
    }
  }

  /// Leads the interface's frames over the wire. An engine has to run by then.
  public func divert() throws {
    try diversion.divert()
  }

  /// Lets the interface's frames go straight again. What is on the wire still arrives.
  public func release() throws {
    try diversion.release()
  }

  /// Removes everything. Nothing is on the wire any more.
  public func remove() {
    eventfd_write(bell.raw, 1)
    diversion.remove()
    try? topology.client.perform { [ends] in
      let route = try RouteSocket()
      for name in ends { try? route.remove(name) }
    }
  }
}

extension InterfaceControl {
  /// Sets the MTU of interfaces of this thread's namespace.
  static func setMTU(_ bytes: UInt32, on names: [String]) throws {
    let control = InterfaceControl(socket: try NetlinkSocket())
    for name in names {
      let index = try InterfaceControl.index(of: name)
      try NetlinkSocket.attempt("set the MTU of \(name)") { () throws(NetlinkSocket.Refusal) in
        try control.setMTU(bytes, on: index)
      }
    }
  }

  /// Brings interfaces up that send nothing of their own.
  static func bringUpSilently(_ names: [String], mtu: UInt32) throws {
    try setMTU(mtu, on: names)
    let route = try RouteSocket()
    for name in names {
      try Sysctl.set("net/ipv6/conf/\(name)/disable_ipv6", "1")
      try route.bringUp(name, asksNeighbours: false, isMulticast: false)
    }
    let control = InterfaceControl(socket: try NetlinkSocket())
    for name in names { try control.waitUntilOperational(InterfaceControl.index(of: name)) }
  }
}
