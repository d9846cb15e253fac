import FarSide
import Glibc
import LinkConditions
import VirtualLink

/// What of a private link stays when one scenario follows another for a program that lives on: the namespaces, the interfaces with
/// their addresses, and the authority that the program trusts. The engine, the servers and the capture are each scenario's own.
struct LinkGround {
  let topology: LinkTopology
  let authority: CertificateAuthority
  private let unreachable: UnreachableHosts?

  /// How long the program may take to hear that its connections are over, in microseconds.
  private static let farewell: UInt32 = 60_000

  init() throws {
    topology = try LinkTopology()
    authority = try CertificateAuthority()
    try topology.addOwnAddresses()
    // A scenario that does not name these addresses does not notice that they exist.
    unreachable = try topology.setScenery(hasUnreachable: true, hasWorldIPv6: true)
  }

  /// Stops servers while nothing disturbs the packets, so that the program hears at once that its connections are over, and does not
  /// take them into the next scenario.
  func disconnect(_ stopServers: () -> Void) {
    let bridge = try? Link(
      kind: .privateLink, timeline: Timeline(first: .clean), seed: RunSeed(0), on: topology)
    stopServers()
    usleep(Self.farewell)
    bridge?.stop()
  }
}
