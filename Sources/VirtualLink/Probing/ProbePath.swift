public import LinkConditions
internal import Wire

/// The path of a probe: through one direction of a link, or over a bare pair of interfaces as the control
/// measurement.
public struct ProbePath: Sendable {
  /// One end: an interface, its namespace and its addresses.
  struct End: Sendable {
    var namespace: NetworkNamespace
    var interface: String
    var mac: MACAddress
    var address: IPAddress
  }

  let from: End
  let to: End

  /// Through a link.
  public init(_ topology: LinkTopology, _ direction: LinkDirection) {
    let client = End(
      namespace: topology.client, interface: LinkTopology.clientInterface, mac: .client,
      address: topology.addresses.client[0].address)
    let farSide = End(
      namespace: topology.farSide, interface: LinkTopology.farSideInterface, mac: .farSide,
      address: topology.addresses.farSide[0].address)
    (from, to) = direction == .uplink ? (client, farSide) : (farSide, client)
  }

  private init(from: End, to: End) {
    self.from = from
    self.to = to
  }

  /// Two new namespaces that are joined directly, without conditions.
  public static func bare() throws -> ProbePath {
    let pair = try DirectPair()
    return ProbePath(
      from: End(namespace: pair.client, interface: "b0", mac: .client, address: .v4(DirectPair.clientAddress)),
      to: End(namespace: pair.farSide, interface: "b1", mac: .farSide, address: .v4(DirectPair.farSideAddress)))
  }
}
