package import Wire

/// What both directions of a conversation have in common: the two ends in an order of their own.
package struct FlowKey: Hashable {
  private var lowerHigh: UInt64
  private var lowerLow: UInt64
  private var upperHigh: UInt64
  private var upperLow: UInt64
  /// Both ports, and in bit 32 the version of IP.
  private var ports: UInt64

  /// The key, and whether `source` is the lower end.
  package static func make(source: Endpoint, destination: Endpoint) -> (key: FlowKey, isSourceLower: Bool) {
    let (sourceHigh, sourceLow, version) = words(source.address)
    let (destinationHigh, destinationLow, _) = words(destination.address)
    let isSourceLower =
      (sourceHigh, sourceLow, source.port) <= (destinationHigh, destinationLow, destination.port)
    let key =
      isSourceLower
      ? FlowKey(
        lowerHigh: sourceHigh, lowerLow: sourceLow, upperHigh: destinationHigh, upperLow: destinationLow,
        ports: version | UInt64(source.port) << 16 | UInt64(destination.port))
      : FlowKey(
        lowerHigh: destinationHigh, lowerLow: destinationLow, upperHigh: sourceHigh, upperLow: sourceLow,
        ports: version | UInt64(destination.port) << 16 | UInt64(source.port))
    return (key, isSourceLower)
  }

  private static func words(_ address: IPAddress) -> (high: UInt64, low: UInt64, version: UInt64) {
    switch address {
    case .v4(let address): (0, UInt64(address.rawValue), 0)
    case .v6(let address): (address.high, address.low, 1 << 32)
    }
  }
}
