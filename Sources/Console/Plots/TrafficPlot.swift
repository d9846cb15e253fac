import Dissection
import TextOutput
import Wire

/// Counts packets in bins, and keeps how large gauges were in each.
struct TrafficPlot {
  /// What is counted, in the order of the answer.
  private enum Series: String, CaseIterable {
    case packets, bytes, payload, goodput, retransmissions, resets
    case uplinkBytes = "uplink_bytes"
    case downlinkBytes = "downlink_bytes"
    case lost
  }

  /// What is measured.
  private enum Gauge: String, CaseIterable {
    /// Nanoseconds.
    case rtt
    /// Bytes.
    case inFlight = "in_flight"
    case window
    /// Nanoseconds and bytes.
    case linkDelay = "link_delay"
    case linkBytes = "link_bytes"

    var isTime: Bool { self == .rtt || self == .linkDelay }
  }

  /// The samples of a gauge in a bin.
  private struct Measure {
    var low = Int64.max
    var high = Int64.min
    var sum = 0.0
    var count = 0

    mutating func add(_ value: Int64) {
      low = min(low, value)
      high = max(high, value)
      sum += Double(value)
      count += 1
    }

    /// Rounding can lead beyond the greatest value.
    var mean: Int64 { Int64(exactly: (sum / Double(max(1, count))).rounded(.towardZero)) ?? high }
  }

  private struct Phase {
    var name: String
    var from: Int64
  }

  /// How many phases are listed.
  private static let mostPhases = 1000

  private let from: Int64
  private let bin: Int64
  private let count: Int
  private var counts: [[Int64]]
  private var measures: [[Measure]]
  private var phases: [Phase] = []
  private var queues = (uplink: LinkQueue(), downlink: LinkQueue())

  /// - Parameters:
  ///   - from: where the first bin begins, in nanoseconds since the first packet.
  ///   - bin: the length of a bin in nanoseconds.
  init(from: Int64, bin: Int64, count: Int) {
    self.from = from
    self.bin = bin
    self.count = count
    counts = Array(repeating: Array(repeating: 0, count: count), count: Series.allCases.count)
    measures = Array(repeating: Array(repeating: Measure(), count: count), count: Gauge.allCases.count)
  }

  /// Notes which profile is in force.
  mutating func notePhase(_ sample: TrafficSample) {
    guard let name = sample.newProfile ?? sample.fate?.profile, name != phases.last?.name,
      phases.count < Self.mostPhases
    else { return }
    phases.append(Phase(name: name, from: sample.time))
  }

  /// Takes the profiles whose times the capture knows. Without them, a phase begins with the first packet after the switch.
  mutating func notePhases(_ profiles: [(name: String, time: Int64)]) {
    guard let earliest = profiles.map(\.time).min() else { return }
    let before = phases.first.flatMap { $0.from < earliest ? $0 : nil }
    phases = before.map { [$0] } ?? []
    // Another capture's clock may stand between two files that were joined.
    for (name, time) in profiles.sorted(by: { $0.time < $1.time }) where name != phases.last?.name {
      if time <= 0 { phases = [] }
      guard phases.count < Self.mostPhases else { break }
      phases.append(Phase(name: name, from: max(0, time)))
    }
  }

  mutating func add(_ sample: TrafficSample) {
    let waiting = sample.isUplink ? queues.uplink.enter(sample) : queues.downlink.leave(sample)
    let distance = sample.time &- from
    guard distance >= 0, distance / bin < Int64(count) else { return }
    let place = Int(distance / bin)
    add(1, .packets, place)
    add(sample.length, .bytes, place)
    add(sample.length, sample.isUplink ? .uplinkBytes : .downlinkBytes, place)
    if sample.fate?.isLoss == true { add(1, .lost, place) }
    if let delay = sample.fate?.delay { measure(delay, .linkDelay, place) }
    if let waiting { measure(Int64(waiting), .linkBytes, place) }
    guard let tcp = sample.tcp else { return }
    add(tcp.payload, .payload, place)
    if !tcp.isAgain { add(tcp.payload, .goodput, place) }
    if tcp.isAgain { add(1, .retransmissions, place) }
    if tcp.flags.contains(.rst) { add(1, .resets, place) }
    if let time = tcp.roundTrip { measure(time, .rtt, place) }
    if let bytes = tcp.inFlight { measure(Int64(bytes), .inFlight, place) }
    if !tcp.flags.contains(.rst) { measure(Int64(tcp.window), .window, place) }
  }

  private mutating func add(_ value: Int, _ series: Series, _ place: Int) {
    counts[Series.allCases.firstIndex(of: series) ?? 0][place] += Int64(value)
  }

  private mutating func measure(_ value: Int64, _ gauge: Gauge, _ place: Int) {
    measures[Gauge.allCases.firstIndex(of: gauge) ?? 0][place].add(value)
  }

  func append(to text: inout TextBuffer) {
    text.append("{\"from\":")
    text.append(nanoseconds: from)
    text.append(",\"bin\":")
    text.append(nanoseconds: bin)
    text.append(",\"series\":{")
    for (place, series) in Series.allCases.enumerated() {
      text.append(place > 0 ? ",\n\"\(series.rawValue)\":" : "\"\(series.rawValue)\":")
      text.append(list: counts[place]) { $0.append(json: $1) }
    }
    text.append("},\n\"gauges\":{")
    for (place, gauge) in Gauge.allCases.enumerated() {
      text.append(place > 0 ? ",\n\"\(gauge.rawValue)\":" : "\"\(gauge.rawValue)\":")
      append(measures[place], isTime: gauge.isTime, to: &text)
    }
    text.append("},\n\"phases\":")
    text.append(list: Array(phases.indices)) { text, place in
      text.append("{\"name\":")
      text.append(jsonString: phases[place].name)
      text.append(",\"from\":")
      text.append(nanoseconds: phases[place].from)
      text.append(",\"to\":")
      text.append(nanoseconds: place + 1 < phases.count ? phases[place + 1].from : nil)
      text.append("}")
    }
    text.append("}\n")
  }

  private func append(_ bins: [Measure], isTime: Bool, to text: inout TextBuffer) {
    let values: [(name: String, value: (Measure) -> Int64)] = [("low", \.low), ("mean", \.mean), ("high", \.high)]
    text.append("{")
    for (place, (name, value)) in values.enumerated() {
      text.append(place > 0 ? ",\"\(name)\":" : "\"\(name)\":")
      text.append(list: bins) { text, measure in
        let number = measure.count > 0 ? value(measure) : nil
        if isTime { text.append(nanoseconds: number) } else { text.append(json: number) }
      }
    }
    text.append("}")
  }
}

/// How many bytes are on a link in one direction, as the fates of its packets tell: those that entered and have not left.
private struct LinkQueue {
  /// How many packets are remembered.
  private static let most = 16_384

  private var packets: [(time: Int64, bytes: Int)] = []
  private var start = 0
  private var bytes = 0

  /// A packet enters, and it is known when it will leave.
  mutating func enter(_ sample: TrafficSample) -> Int? {
    guard let delay = sample.fate?.delay else { return nil }
    drop(upTo: sample.time)
    append(sample.time &+ delay, sample.length)
    return bytes
  }

  /// A packet leaves, and it is known when it entered: what left meanwhile was before it on the link.
  mutating func leave(_ sample: TrafficSample) -> Int? {
    guard let delay = sample.fate?.delay else { return nil }
    append(sample.time, sample.length)
    drop(upTo: sample.time &- delay)
    return bytes
  }

  private mutating func append(_ time: Int64, _ length: Int) {
    packets.append((time, length))
    bytes += length
    if packets.count - start > Self.most { dropFirst() }
  }

  private mutating func drop(upTo time: Int64) {
    while start < packets.count, packets[start].time <= time { dropFirst() }
  }

  private mutating func dropFirst() {
    bytes -= packets[start].bytes
    start += 1
    guard start >= Self.most else { return }
    packets.removeFirst(start)
    start = 0
  }
}

extension TextBuffer {
  /// `[1,2,3]`
  mutating func append<Element>(list: [Element], _ write: (inout TextBuffer, Element) -> Void) {
    append("[")
    for (place, element) in list.enumerated() {
      if place > 0 { append(",") }
      write(&self, element)
    }
    append("]")
  }
}
