/// The packets and bytes that a client has sent and received.
struct TrafficCount {
  var sentPackets = 0
  var sentBytes = 0
  var receivedPackets = 0
  var receivedBytes = 0

  /// The difference from an earlier count.
  static func - (later: TrafficCount, earlier: TrafficCount) -> TrafficCount {
    TrafficCount(
      sentPackets: later.sentPackets - earlier.sentPackets, sentBytes: later.sentBytes - earlier.sentBytes,
      receivedPackets: later.receivedPackets - earlier.receivedPackets,
      receivedBytes: later.receivedBytes - earlier.receivedBytes)
  }
}
