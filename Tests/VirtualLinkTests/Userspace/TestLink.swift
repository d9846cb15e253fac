import LinkConditions

@testable import VirtualLink

/// A link with a running engine, in namespaces of its own.
struct TestLink {
  let topology: LinkTopology
  let engine: UserspaceEngine

  init(
    uplink: DirectionConditions = .clean, downlink: DirectionConditions = .clean, seed: UInt64 = 1,
    tap: (any PacketTap)? = nil, onFailure: @escaping @Sendable (LinkError) -> Void = { _ in }
  ) throws {
    let profile = Profile(name: "Test", downlink: downlink, uplink: uplink)
    try self.init(timeline: Timeline(first: profile), seed: seed, tap: tap, onFailure: onFailure)
  }

  init(
    timeline: Timeline, seed: UInt64 = 1, tap: (any PacketTap)? = nil,
    onFailure: @escaping @Sendable (LinkError) -> Void = { _ in }
  ) throws {
    topology = try LinkTopology()
    let (clientSide, farSide) = try topology.wire.perform {
      (try PacketSocket(interface: "m0"), try PacketSocket(interface: "m1"))
    }
    engine = try UserspaceEngine(
      clientSide: clientSide, farSide: farSide, timeline: timeline, seed: RunSeed(seed), tap: tap,
      onFailure: onFailure)
    try engine.start()
  }

  func change(uplink: DirectionConditions = .clean, downlink: DirectionConditions = .clean) {
    engine.change(to: Profile(name: "Other", downlink: downlink, uplink: uplink))
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
