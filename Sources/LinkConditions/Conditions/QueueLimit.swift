/// When a queue is full.
public enum QueueLimit: Hashable, Sendable {
  /// So many packets in the link, those that already travel included: netem's `limit`.
  case packets(Int)
  /// So many bytes waiting for their turn at the bandwidth; a packet that finds none waiting always enters.
  case bytes(Int)
  /// A packet that would wait longer than this for its turn at the bandwidth does not enter.
  case time(LinkDuration)

  /// What a link has if its conditions say nothing: no limit without a bandwidth. With one, 50 packets of 1500 bytes (the
  /// queue of dummynet, on which Apple's Network Link Conditioner is built), or, where that is more, what the
  /// bandwidth carries in 100 ms or in a round trip of twice the delay, so that one TCP connection can fill the link.
  public static func usual(for conditions: DirectionConditions) -> QueueLimit? {
    let roundTrip = conditions.delay + conditions.delay
    let atLeast = max(roundTrip, .milliseconds(100))
    let fiftyPackets = 50 * 1500
    if let trace = conditions.trace {
      // In bytes, whatever the bandwidth: in a recorded outage everything waits for longer than any time.
      return .bytes(max(fiftyPackets, trace.averageBandwidth.bytes(in: atLeast)))
    }
    guard let bandwidth = conditions.bandwidth else { return nil }
    return bandwidth.duration(ofBytes: fiftyPackets) > atLeast ? .bytes(fiftyPackets) : .time(atLeast)
  }
}
