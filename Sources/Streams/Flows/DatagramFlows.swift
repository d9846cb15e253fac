/// The UDP conversations of a capture: their numbers and times.
package struct DatagramFlows {
  package struct Flow {
    /// From 0, as in Wireshark's `udp.stream`.
    package var stream: Int
    /// Nanoseconds since the Unix epoch.
    package var first: Int64
    package var previous: Int64
  }

  /// What one costs in a table that is half full.
  private static let cost = 2 * (MemoryLayout<FlowKey>.stride + MemoryLayout<Flow>.stride)

  /// How many conversations are remembered.
  private let most: Int
  private var flows: [FlowKey: Flow] = [:]
  /// How many conversations began so far: the number of the next one.
  package private(set) var begun = 0
  /// Whether any was forgotten.
  package private(set) var hasForgotten = false

  /// - Parameter budget: how many bytes they may take.
  package init(budget: Int = 8 << 20) {
    most = max(16, budget / Self.cost)
  }

  /// Goes on where `count` conversations had begun, as if it had seen the packets before.
  ///
  /// - Parameter forgets: whether the conversations that are known had been forgotten by then.
  package mutating func resume(after count: Int, forgets: Bool) {
    begun = count
    if forgets { flows = [:] }
  }

  /// The conversation as it was before this datagram.
  package mutating func see(_ key: FlowKey, at time: Int64) -> Flow {
    let known = flows[key]
    var flow = known ?? Flow(stream: begun, first: time, previous: time)
    if known == nil { begun += 1 }
    let before = flow
    flow.previous = time
    flows[key] = flow
    if flows.count > most {
      let times = flows.values.map(\.previous).sorted()
      let limit = times[times.count / 4]
      flows = flows.filter { $0.value.previous > limit }
      hasForgotten = true
    }
    return before
  }
}
