import LinkConditions
import VirtualLink

/// A direction's conditions, and values derived from them for the measurements.
struct AskedConditions {
  let conditions: DirectionConditions
  let engine: EngineKind

  /// How long it takes to send a datagram at the bandwidth.
  func sending(ipLength: Int) -> LinkDuration {
    conditions.bandwidth?.duration(ofBytes: billed(ipLength: ipLength)) ?? .zero
  }

  /// The bytes that a datagram is billed for.
  func billed(ipLength: Int) -> Int {
    let packet = LinkPacket(handle: 0, frameLength: Int32(ipLength + 14), ipLength: Int32(ipLength))
    return Int(clamping: conditions.accounting.billed(packet))
  }

  /// The largest deviations of single delays below and above the mean.
  var spread: (below: LinkDuration, above: LinkDuration) {
    let jitter = conditions.jitter.nanoseconds
    guard jitter > 0 else { return (.zero, .zero) }
    guard case .table(let table) = conditions.distribution else {
      return (conditions.jitter, conditions.jitter)
    }
    let deviations = table.entries.map { Double($0) / Double(DelayTable.scale) }
    func nanoseconds(_ value: Double) -> LinkDuration {
      LinkDuration(nanoseconds: Int64(exactly: (max(0, value) * Double(jitter)).rounded()) ?? .max)
    }
    return (nanoseconds(-(deviations.min() ?? 0)), nanoseconds(deviations.max() ?? 0))
  }

  /// The longest travel time of a packet, without queueing.
  var longestTravel: LinkDuration { conditions.delay + spread.above + conditions.dnsDelay }

  /// The share of packets that do not arrive, and the share that arrive more than once.
  func fates(isDNSQuery: Bool) -> (missing: DecisionExpectation, twice: DecisionExpectation) {
    let loss = conditions.marksInsteadOfLosing ? DecisionExpectation(probability: 0) : conditions.loss.expectation
    let copied = conditions.duplicate.expectation
    // A packet that is both lost and duplicated arrives once. A copy can be lost as well.
    var missing = DecisionExpectation(
      probability: (1 - copied.probability) * loss.probability, inflation: loss.inflation)
    if isDNSQuery {
      let apart = conditions.dnsLoss.percent / 100
      missing.probability = 1 - (1 - missing.probability) * (1 - apart)
    }
    let kept = (1 - loss.probability) * (1 - loss.probability)
    let twice = DecisionExpectation(
      probability: copied.probability * kept, inflation: max(1, copied.inflation, loss.inflation))
    return (missing, twice)
  }

  /// Whether nothing ever arrives.
  var losesAll: Bool { fates(isDNSQuery: false).missing.probability > 0.999 }

  /// How long a packet stays in the link if it finds the queue nearly full; nil without a limit, and under a discipline,
  /// which does not let the queue become full.
  func stayWhenFull(ipLength: Int) -> ClosedRange<LinkDuration>? {
    guard conditions.discipline == .fifo, let bandwidth = conditions.bandwidth,
      let limit = conditions.queue ?? .usual(for: conditions)
    else {
      return nil
    }
    let own = sending(ipLength: ipLength)
    let travel = conditions.delay
    var most: LinkDuration
    switch limit {
    case .packets(let count): most = own.times(count)
    case .bytes(let bytes): most = travel + bandwidth.duration(ofBytes: bytes)
    case .time(let time): most = travel + time + own
    }
    // netem counts packets, whatever the unit of the limit.
    if engine == .netem { most = own.times(Int(NetemSettings(conditions).limit)) }
    // A packet enters when there is room for one more, or for a part of one.
    let least = LinkDuration(nanoseconds: most.nanoseconds - 2 * own.nanoseconds)
    // A queue that holds fewer packets than travel never fills.
    return most > travel + own + own ? least...most : nil
  }
}

extension LinkDuration {
  func times(_ count: Int) -> LinkDuration {
    let (product, overflow) = nanoseconds.multipliedReportingOverflow(by: Int64(count))
    return LinkDuration(nanoseconds: overflow ? .max : product)
  }

  var milliseconds: Double { Double(nanoseconds) / 1e6 }
  var seconds: Double { Double(nanoseconds) / 1e9 }
}
