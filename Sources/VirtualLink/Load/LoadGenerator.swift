public import LinkConditions

/// Background traffic on a link: TCP connections between the namespaces of its two ends, so that its queues are as full as
/// in life.
///
/// It ends with `stop`, or with the process.
public final class LoadGenerator: Sendable {
  /// How much of a direction's bandwidth the traffic took.
  public struct Achievement: Hashable, Sendable {
    /// Where it is sent.
    public var direction: LinkDirection
    /// The bandwidth that it is a share of.
    public var bandwidth: Bandwidth
    /// Of the bandwidth, with the headers of IP and TCP.
    public var share: Double
  }

  private let lanes: [LoadLane]

  /// Starts the traffic.
  /// - Parameters:
  ///   - profile: says the bandwidths. Directions without one are not loaded.
  ///   - seed: of the sizes of transfers and the pauses between them.
  /// - Throws: `LinkError` if the profile has no bandwidth in the directions that are to be loaded.
  public init(_ request: LoadRequest, on topology: LinkTopology, profile: Profile, seed: UInt64) throws {
    let client = (namespace: topology.client, addresses: topology.addresses.client)
    let farSide = (namespace: topology.farSide, addresses: topology.addresses.farSide)
    lanes = try request.directions.compactMap { direction in
      guard let bandwidth = profile[direction].bandwidth else { return nil }
      let (sender, receiver) = direction == .uplink ? (client, farSide) : (farSide, client)
      guard let address = receiver.addresses.first?.address else { return nil }
      return try LoadLane(
        direction, bandwidth, request.flows(on: bandwidth, seed: direction == .uplink ? seed : RunSeed.mixed(seed)),
        from: sender.namespace, to: address, in: receiver.namespace)
    }
    guard !lanes.isEmpty else {
      throw LinkError(
        "a load is a share of a bandwidth, and '\(profile.name)' has none",
        remedy: "choose a profile with a bandwidth, such as DSL")
    }
  }

  deinit {
    stop()
  }

  /// Ends the traffic. May be called more than once.
  /// - Returns: what was carried since the start.
  @discardableResult
  public func stop() -> [Achievement] {
    lanes.map { $0.stop() }
  }
}
