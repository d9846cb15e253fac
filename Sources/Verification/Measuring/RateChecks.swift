import LinkConditions
import Statistics
import VirtualLink

/// Checks a bandwidth and its queue, with a probe that sends too much.
struct RateChecks {
  let asked: AskedConditions
  let direction: LinkDirection

  func checks(_ record: ProbeRecord) -> [VerificationCheck] {
    guard let bandwidth = asked.conditions.bandwidth else { return [] }
    // Leave out the first tenth: the burst that fills the queue keeps the machine busy.
    let times = record.arrivals.dropFirst(record.arrivals.count / 10).map(\.time)
    var checks = [rate(record, times, bandwidth)]
    if let stay = asked.stayWhenFull(ipLength: record.ipLength), let seen = self.stay(record, stay) {
      checks.append(queue(seen, stay, record))
    }
    return checks
  }

  /// The relative error that a rate may have. It grows with the rate, because the clock's resolution matters more.
  private static func bound(_ bandwidth: Bandwidth) -> Double {
    if bandwidth < .megabits(50) { return 0.001 }
    return bandwidth < .megabits(500) ? 0.002 : 0.01
  }

  private func rate(_ record: ProbeRecord, _ times: [Int64], _ bandwidth: Bandwidth) -> VerificationCheck {
    // The bits of IP per second that the bandwidth allows, given the bytes that it counts.
    let perDatagram = Double(record.ipLength) / Double(max(1, asked.billed(ipLength: record.ipLength)))
    let expected = Double(bandwidth.bitsPerSecond) * perDatagram
    let (first, last) = (times.min() ?? 0, times.max() ?? 0)
    let bits = Double(max(0, times.count - 1) * record.ipLength * 8)
    let got = last > first ? bits / (Double(last - first) / 1e9) : 0
    let error = got / expected - 1
    let bound = Self.bound(bandwidth)
    let sent = Double(record.sent.count * record.ipLength * 8)
    let sending = Double((record.sent.last ?? 0) - (record.sent.first ?? 0)) / 1e9
    let offered = sending > 0 ? sent / sending : 0
    return VerificationCheck(
      quantity: .rate, direction: direction.name, asked: Self.text(expected), got: Self.text(got),
      error: "\((error * 100).decimal(4)) %", bound: "\((bound * 100).decimal(1)) %", askedValue: expected,
      gotValue: got, errorValue: error, boundValue: bound, isWithin: times.count >= 8 && abs(error) <= bound,
      packets: times.count,
      note: offered < expected * 1.02 ? "this machine could not send faster than \(Self.text(offered))" : nil,
      plot: plot(record, times, expected, from: first, to: last))
  }

  private static func text(_ rate: Double) -> String {
    for (name, unit) in [("Gbps", 1e9), ("Mbps", 1e6)] where rate >= unit {
      return "\((rate / unit).decimal(4)) \(name)"
    }
    return "\((rate / 1e3).decimal(3)) kbps"
  }

  private func plot(
    _ record: ProbeRecord, _ times: [Int64], _ expected: Double, from first: Int64, to last: Int64
  ) -> VerificationPlot? {
    let bins = min(60, times.count / 4)
    guard bins > 1, last > first else { return nil }
    let width = Double(last - first) / Double(bins)
    var counts = [Int](repeating: 0, count: bins)
    for time in times { counts[min(bins - 1, Int(Double(time - first) / width))] += 1 }
    let x = (0..<bins).map { (Double($0) + 0.5) * width / 1e9 }
    return VerificationPlot(
      title: "Rate, \(direction.name)", xLabel: "s", yLabel: "kbps of IP",
      asked: .init(name: "asked", x: [0, width * Double(bins) / 1e9], y: [expected / 1e3, expected / 1e3]),
      measured: .init(name: "measured", x: x, y: counts.map { Double($0 * record.ipLength * 8) / width * 1e6 }))
  }

  /// How long packets stayed in the link when its queue was full, in ms; nil if it was not full for long enough.
  ///
  /// This is the median, because the machine delays single packets.
  private func stay(_ record: ProbeRecord, _ asked: ClosedRange<LinkDuration>) -> Double? {
    guard let first = record.sent.first, let last = record.sent.last,
      last - first > asked.upperBound.nanoseconds
    else { return nil }
    // Packets that arrive after the time that a full queue takes have found it full.
    let full = first + asked.upperBound.nanoseconds
    let stays = record.arrivals.filter { $0.time >= full && record.sent.indices.contains($0.number) }
      .map { Double($0.time - record.sent[$0.number]) / 1e6 }
    return stays.isEmpty ? nil : Quantiles(stays).median
  }

  private func queue(_ seen: Double, _ stay: ClosedRange<LinkDuration>, _ record: ProbeRecord) -> VerificationCheck {
    let (low, high) = (stay.lowerBound.milliseconds, stay.upperBound.milliseconds)
    // Allows for late wake-ups, for batches of packets, and for arrivals between the turns of two packets.
    let slack = 1 + high / 100
    let error = seen < low ? seen - low : max(0, seen - high)
    return VerificationCheck(
      quantity: .queue, direction: direction.name, asked: "\(low.decimal(1)) to \(high.decimal(1)) ms",
      got: "\(seen.decimal(1)) ms", error: "\(error.decimal(1)) ms", bound: "\(slack.decimal(1)) ms",
      askedValue: high, gotValue: seen, errorValue: error, boundValue: slack, isWithin: abs(error) <= slack,
      packets: record.arrivals.count)
  }
}
