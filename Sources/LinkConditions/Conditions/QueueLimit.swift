/// When a queue is full.
public enum QueueLimit: Hashable, Sendable {
  /// The number of packets in the link, including those that travel: netem's `limit`.
  case packets(Int)
  /// The number of bytes that wait for their turn at the bandwidth. A packet that finds none waiting always enters.
  case bytes(Int)
  /// The longest wait at the bandwidth. A packet that would wait longer does not enter.
  case time(LinkDuration)

  /// The default limit. Without a bandwidth there is none. With a bandwidth it is 50 packets of 1500 bytes (the queue
  /// of dummynet, on which Apple's Network Link Conditioner is built). If that is less than the bandwidth carries in
  /// 100 ms, or in a round trip of twice the delay, the limit is the longer of those times, so that one TCP connection
  /// can fill the link.
  public static func usual(for conditions: DirectionConditions) -> QueueLimit? {
    let roundTrip = conditions.delay + conditions.delay
    let atLeast = max(roundTrip, .milliseconds(100))
    let fiftyPackets = 50 * 1500
    if let trace = conditions.trace {
      // Use bytes, not a time: during a recorded outage, every packet waits longer than any time limit.
      return .bytes(max(fiftyPackets, trace.averageBandwidth.bytes(in: atLeast)))
    }
    guard let bandwidth = conditions.bandwidth else { return nil }
    return bandwidth.duration(ofBytes: fiftyPackets) > atLeast ? .bytes(fiftyPackets) : .time(atLeast)
  }
}
