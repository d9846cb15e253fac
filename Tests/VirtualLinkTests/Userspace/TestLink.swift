import LinkConditions

@testable import VirtualLink

/// A link with a running engine, in namespaces of its own.
struct TestLink {
  let topology: LinkTopology
  let engine: any LinkEngine

  init(
    _ kind: EngineKind = .userspace, uplink: DirectionConditions = .clean, downlink: DirectionConditions = .clean,
    seed: UInt64 = 1,
    tap: (any PacketTap)? = nil, onFailure: @escaping @Sendable (LinkError) -> Void = { _ in }
  ) throws {
    let profile = Profile(name: "Test", downlink: downlink, uplink: uplink)
    try self.init(kind, timeline: Timeline(first: profile), seed: seed, tap: tap, onFailure: onFailure)
  }

  init(
    _ kind: EngineKind = .userspace, timeline: Timeline, seed: UInt64 = 1, tap: (any PacketTap)? = nil,
    onFailure: @escaping @Sendable (LinkError) -> Void = { _ in }
  ) throws {
    topology = try LinkTopology()
    engine = try Link.engine(kind, topology, timeline, RunSeed(seed), tap, onFailure: onFailure)
    try engine.start()
  }

  func change(uplink: DirectionConditions = .clean, downlink: DirectionConditions = .clean) throws {
    try engine.change(to: Profile(name: "Other", downlink: downlink, uplink: uplink))
  }

  var client: NetworkNamespace { topology.client }
  var farSide: NetworkNamespace { topology.farSide }
  var clientAddress4: String { topology.addresses.client[0].host }
  var farAddress4: String { topology.addresses.gateway4 }
  var farAddress6: String { topology.addresses.gateway6 }
}

extension DirectionConditions {
  /// Every packet has its own fate, so that large sends must be cut; but nothing happens to it.
  static var cutting: DirectionConditions {
    DirectionConditions(bandwidth: Bandwidth(bitsPerSecond: 100_000_000_000), queue: .packets(1_000_000))
  }
}

extension Probability {
  static func percent(_ percent: Double) -> Probability {
    Probability(percent: percent) ?? .always
  }
}
