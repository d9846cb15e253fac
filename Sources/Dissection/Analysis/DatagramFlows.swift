/// The UDP conversations of a capture: their numbers and times.
struct DatagramFlows {
  struct Flow {
    /// From 0, as in Wireshark's `udp.stream`.
    var stream: Int
    /// Nanoseconds since the Unix epoch.
    var first: Int64
    var previous: Int64
  }

  /// How many conversations are remembered: in a table of twice as many places these are 8 MB.
  private static let most = 1 << 16

  private var flows: [FlowKey: Flow] = [:]
  private var nextStream = 0

  /// The conversation as it was before this datagram.
  mutating func see(_ key: FlowKey, at time: Int64) -> Flow {
    let known = flows[key]
    var flow = known ?? Flow(stream: nextStream, first: time, previous: time)
    if known == nil { nextStream += 1 }
    let before = flow
    flow.previous = time
    flows[key] = flow
    if flows.count > Self.most {
      let times = flows.values.map(\.previous).sorted()
      let limit = times[times.count / 4]
      flows = flows.filter { $0.value.previous > limit }
    }
    return before
  }
}
