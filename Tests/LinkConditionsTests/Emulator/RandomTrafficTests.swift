import LinkConditions
import TestSupport
import Testing

/// Random packets over links of all kinds. Every packet that was sent, copies included, is delivered, dropped for a
/// reason, or still queued. There are a quarter of a million of them, and millions with `make mutate`.
struct RandomTrafficTests {
  private struct Tally {
    var sent = 0
    var copies = 0
    var delivered = 0
    var dropped: [Admission.Drop: Int] = [:]
  }

  private static let conditions: [String] = [
    "loss: 10 %", "loss: { random: 10 %, correlation: exact 25 % }, duplicate: 5 %",
    "loss: { gilbert-elliott: { p: 2 %, r: 25 %, loss-in-bad: 100 %, loss-in-good: 1 % } }, corrupt: 3 %",
    "loss: { four-state: { p13: 5 %, p31: 30 %, p32: 20 %, p23: 40 %, p14: 1 % } }, reorder: 25 %, delay: 20 ms",
    "bandwidth: 20 Mbps, queue: 50 packets, duplicate: 20 %",
    "bandwidth: 20 Mbps, queue: 64 KB, delay: 30 ms, loss: 1 %",
    "bandwidth: 30 Mbps to 1 Mbps over 2 s, queue: 200 ms", "trace: elevator, queue: 100 packets, duplicate: 3 %",
    "delay: 50 ms, jitter: 40 ms, distribution: pareto, duplicate: 10 %, queue: 300 packets",
    "slot: { from: 5 ms, to: 10 ms, packets: 9 packets }, queue: 200 packets",
    "mtu: { bytes: 900 B }, drop: [3, 70..9000]",
    "loss: 30 %, ecn: true, duplicate: 50 %, delay: 0 ms to 90 ms over 3 s",
  ]

  @Test func packetsAreConserved() throws {
    var random = SeededGenerator(seed: 11)
    let count = 4 * fuzzCount
    let rounds = count / Self.conditions.count + 1
    var sum = Tally()
    for (index, words) in Self.conditions.enumerated() {
      let next = Self.conditions[(index + 1) % Self.conditions.count]
      let tally = try carry(rounds, words, then: next, &random)
      #expect(tally.copies == tally.delivered + tally.dropped.values.reduce(0, +), "\(words)")
      sum.sent += tally.sent
      sum.dropped.merge(tally.dropped, uniquingKeysWith: +)
    }
    #expect(sum.sent >= count)
    #expect(Set(sum.dropped.keys) == [.loss, .queueLimit, .list, .mtu])
  }

  /// A direction with a selection, which changes halfway and drains at the end.
  private func carry(
    _ count: Int, _ words: String, then next: String, _ random: inout SeededGenerator
  ) throws -> Tally {
    let first = try ProfileFile.inline("{ uplink: { \(words) }, select: [{ port: 443, uplink: { \(next) } }] }")
    var link = DirectionEmulator(first, .uplink, seed: 3, startingAt: LinkInstant(nanoseconds: 0))
    var tally = Tally()
    var (queued, now) = (0, LinkInstant(nanoseconds: 0))
    for number in 0..<count {
      now = now + LinkDuration(nanoseconds: Int64(truncatingIfNeeded: random.next() % 400_000))
      while link.depart(at: now) != nil { tally.delivered += 1 }
      if number == count / 2 { link.change(to: try ProfileFile.inline("{ uplink: { \(next) } }"), at: now) }
      let length = Int32(random.next() % 1472) + 28
      let packet = LinkPacket(
        handle: Int32(number), frameLength: length + 14, ipLength: length, isDNSQuery: false,
        isECNCapable: number % 2 == 0)
      let admission = link.admit(packet, part: number % 3 == 0 ? 1 : 0, at: now)
      tally.sent += 1
      tally.copies += admission.copies
      queued += admission.queuedCopies
      let lost = admission.copies - admission.queuedCopies
      if lost > 0, let drop = admission.drop { tally.dropped[drop, default: 0] += lost }
      // Check only sometimes, because counting the queued packets is slow.
      if number % 1000 == 0 {
        #expect(queued == tally.delivered + link.queuedPackets)
        #expect(
          tally.copies == tally.delivered + link.queuedPackets + tally.dropped.values.reduce(0, +), "\(words)")
      }
    }
    while link.depart(at: LinkInstant(nanoseconds: .max)) != nil { tally.delivered += 1 }
    #expect(link.queuedPackets == 0 && queued == tally.delivered)
    return tally
  }
}
