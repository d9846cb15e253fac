import LinkConditions
import VirtualLink

/// A way from a client to a far side: through a link, or over nothing but a pair of interfaces, as a control.
struct BenchPath {
  let client: NetworkNamespace
  let farSide: NetworkNamespace
  let farHost: String
  let engine: UserspaceEngine?
  private let forwarder: ForwarderPeer?

  /// A path that somebody else has made.
  init(client: NetworkNamespace, farSide: NetworkNamespace, farHost: String) {
    self.init(client: client, farSide: farSide, farHost: farHost, engine: nil, forwarder: nil)
  }

  private init(
    client: NetworkNamespace, farSide: NetworkNamespace, farHost: String, engine: UserspaceEngine?,
    forwarder: ForwarderPeer?
  ) {
    self.client = client
    self.farSide = farSide
    self.farHost = farHost
    self.engine = engine
    self.forwarder = forwarder
  }

  /// A pair of interfaces, joined directly.
  static func bare() throws -> BenchPath {
    let pair = try DirectPair()
    return BenchPath(client: pair.client, farSide: pair.farSide, farHost: "10.84.0.1", engine: nil, forwarder: nil)
  }

  /// A link with the same conditions both ways.
  static func link(_ conditions: DirectionConditions = .clean) throws -> BenchPath {
    let topology = try LinkTopology()
    let (near, far) = try topology.wire.perform {
      (
        try PacketSocket(interface: LinkTopology.wireUplinkInterface),
        try PacketSocket(interface: LinkTopology.wireDownlinkInterface)
      )
    }
    let engine = try UserspaceEngine(
      clientSide: near, farSide: far, profile: Profile(name: "Bench", downlink: conditions, uplink: conditions),
      seed: RunSeed(1))
    try engine.start()
    return BenchPath(
      client: topology.client, farSide: topology.farSide, farHost: topology.addresses.gateway4, engine: engine,
      forwarder: nil)
  }

  /// A link whose wire the peer carries packets across.
  static func forwarded(by program: String) throws -> BenchPath {
    let topology = try LinkTopology()
    let forwarder = try topology.wire.perform {
      try ForwarderPeer(program, between: LinkTopology.wireUplinkInterface, LinkTopology.wireDownlinkInterface)
    }
    return BenchPath(
      client: topology.client, farSide: topology.farSide, farHost: topology.addresses.gateway4, engine: nil,
      forwarder: forwarder)
  }
}
