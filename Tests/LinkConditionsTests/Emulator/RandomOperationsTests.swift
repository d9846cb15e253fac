import Foundation
import LinkConditions
import TestSupport
import Testing

/// The number of random operations in a test: few by default, or as many as the environment variable says.
let fuzzCount = FuzzCount.or(60_000)

struct RandomOperationsTests {
  /// Whatever happens to a link, every packet is accounted for, none leaves twice or early, and nothing traps.
  @Test func nothingIsLostFromSight() {
    var random = SeededGenerator(seed: 2026)
    var operations = 0
    while operations < fuzzCount {
      var emulator = LinkEmulator(conditions: conditions(&random), seed: random.next())
      var now = LinkInstant(nanoseconds: Int64.random(in: -1000...1_000_000_000_000, using: &random))
      var expected: [Int32: Int] = [:]
      var departed = 0
      var queued = 0
      for handle in 0..<Int32(500) {
        operations += 1
        switch UInt8.random(in: 0..<100, using: &random) {
        case 0:
          let treatment = QueuedTreatment.allCases.randomElement(using: &random) ?? .keep
          emulator.change(to: conditions(&random), queued: treatment, at: now)
        case 1: now = LinkInstant(nanoseconds: Int64.random(in: 0...Int64.max, using: &random))
        case 2..<40:
          now = now + LinkDuration(nanoseconds: Int64.random(in: 0...20_000_000, using: &random))
          while let departure = emulator.depart(at: now) {
            departed += 1
            #expect(departure.due <= now)
            expected[departure.handle, default: 0] -= 1
          }
        default:
          let packet = LinkPacket(
            handle: handle, frameLength: length(&random), ipLength: length(&random),
            isDNSQuery: Bool.random(using: &random),
            isECNCapable: Bool.random(using: &random), flow: UInt32.random(in: 0..<9, using: &random))
          let admission = emulator.admit(packet, at: now)
          #expect((0...admission.copies).contains(admission.queuedCopies))
          #expect((admission.drop == nil) == (admission.queuedCopies == admission.copies))
          expected[handle] = admission.queuedCopies
          queued += admission.queuedCopies
        }
        for packet in emulator.takeDiscarded() {
          departed += 1
          expected[packet.handle, default: 0] -= 1
        }
        #expect(queued == departed + emulator.queuedPackets)
        #expect((emulator.nextDeparture == nil) == (emulator.queuedPackets == 0))
      }
      while let departure = emulator.depart(at: LinkInstant(nanoseconds: .max)) {
        departed += 1
        expected[departure.handle, default: 0] -= 1
      }
      for packet in emulator.takeDiscarded() { expected[packet.handle, default: 0] -= 1 }
      #expect(emulator.queuedPackets == 0)
      #expect(expected.values.allSatisfy { $0 == 0 })
    }
  }

  private func length(_ random: inout SeededGenerator) -> Int32 {
    Bool.random(using: &random) ? Int32.random(in: 14...1514, using: &random) : Int32(truncatingIfNeeded: random.next())
  }

  private func probability(_ random: inout SeededGenerator) -> Probability {
    [.never, .always, Probability(rawValue: UInt32(truncatingIfNeeded: random.next()))]
      .randomElement(using: &random) ?? .never
  }

  private func chance(_ random: inout SeededGenerator) -> CorrelatedProbability {
    CorrelatedProbability(
      probability(&random), correlation: probability(&random), isExact: Bool.random(using: &random))
  }

  private func duration(_ random: inout SeededGenerator) -> LinkDuration {
    [.zero, .milliseconds(10), LinkDuration(nanoseconds: Int64.random(in: 0...Int64.max, using: &random))]
      .randomElement(using: &random) ?? .zero
  }

  private func discipline(_ random: inout SeededGenerator) -> QueueDiscipline {
    var codel = CoDelParameters()
    codel.target = duration(&random)
    codel.interval = duration(&random)
    codel.limit = Int.random(in: 0...20, using: &random)
    codel.marks = Bool.random(using: &random)
    codel.markThreshold = Bool.random(using: &random) ? nil : duration(&random)
    switch UInt8.random(in: 0..<6, using: &random) {
    case 0: return .codel(codel)
    case 1:
      var fair = FairQueueParameters()
      fair.codel = codel
      fair.flows = Int.random(in: 1...5, using: &random)
      fair.quantum = Int.random(in: 256...3000, using: &random)
      return .fqCodel(fair)
    case 2:
      var pie = PIEParameters()
      pie.target = duration(&random)
      pie.update = max(.milliseconds(5), duration(&random))
      pie.limit = codel.limit
      pie.alpha = UInt32.random(in: 0...32, using: &random)
      pie.beta = UInt32.random(in: 0...32, using: &random)
      pie.marks = codel.marks
      pie.countsBytes = Bool.random(using: &random)
      return .pie(pie)
    default: return .fifo
    }
  }

  private func conditions(_ random: inout SeededGenerator) -> DirectionConditions {
    var conditions = DirectionConditions()
    func often(_ random: inout SeededGenerator) -> Bool { Bool.random(using: &random) }
    let entries = (0..<Int.random(in: 1...50, using: &random)).map { _ in
      Int16.random(in: .min ... .max, using: &random)
    }
    let table = DelayTable(name: "random", entries: entries)
    if often(&random) {
      let shift = UInt64.random(in: 0..<64, using: &random)
      conditions.bandwidth = Bandwidth(bitsPerSecond: random.next() >> shift)
      conditions.accounting = ByteAccounting(
        base: often(&random) ? .ip : .ethernet, overhead: Int32(truncatingIfNeeded: random.next()),
        cellSize: often(&random) ? 0 : UInt32(truncatingIfNeeded: random.next()),
        cellOverhead: Int32(truncatingIfNeeded: random.next()))
    }
    if often(&random) {
      conditions.bandwidthRamp = Ramp(to: Bandwidth(bitsPerSecond: random.next()), over: duration(&random))
    }
    if UInt8.random(in: 0..<4, using: &random) == 0 {
      conditions.trace = DeliveryTrace(
        name: "random",
        opportunities: (0..<Int.random(in: 1...9, using: &random)).map { _ in
          UInt32(truncatingIfNeeded: random.next() >> UInt64.random(in: 32..<64, using: &random))
        }.sorted())
    }
    if often(&random) { conditions.delay = duration(&random) }
    if often(&random) { conditions.delayRamp = Ramp(to: duration(&random), over: duration(&random)) }
    if often(&random) { conditions.lossRamp = Ramp(to: probability(&random), over: duration(&random)) }
    if often(&random) {
      conditions.dropped = PacketNumbers([
        UInt64.random(in: 0...9, using: &random)...UInt64.random(in: 9...90, using: &random)
      ])
    }
    if often(&random) { conditions.mtu = MTULimit(bytes: UInt16(truncatingIfNeeded: random.next())) }
    conditions.delayCorrelationIsExact = often(&random)
    if often(&random) { conditions.jitter = duration(&random) }
    if often(&random), let table { conditions.distribution = .table(table) }
    conditions.delayCorrelation = probability(&random)
    switch UInt8.random(in: 0..<5, using: &random) {
    case 0: conditions.loss = .random(chance(&random))
    case 1:
      conditions.loss = .gilbertElliott(
        .init(
          toBad: probability(&random), toGood: probability(&random), lossInBad: probability(&random),
          lossInGood: probability(&random)))
    case 2:
      conditions.loss = .fourState(
        .init(
          p13: probability(&random), p31: probability(&random), p32: probability(&random), p23: probability(&random),
          p14: probability(&random)))
    default: break
    }
    conditions.marksInsteadOfLosing = often(&random)
    if often(&random) { conditions.duplicate = chance(&random) }
    if often(&random) { conditions.corrupt = chance(&random) }
    if often(&random) {
      conditions.reorder = Reordering(
        chance(&random), gap: UInt32(truncatingIfNeeded: random.next() >> UInt64.random(in: 32..<64, using: &random)))
    }
    conditions.queue =
      [nil, .packets(5), .bytes(3000), .time(duration(&random)), .packets(.min), .bytes(.max)]
      .randomElement(using: &random) ?? nil
    conditions.discipline = discipline(&random)
    if often(&random) {
      let spacing: Slots.Spacing =
        table.map { .table(duration(&random), duration(&random), $0) } ?? .uniform(.zero, .zero)
      conditions.slots = Slots(
        spacing: often(&random) ? spacing : .uniform(duration(&random), duration(&random)),
        packets: often(&random) ? nil : UInt32.random(in: 0...3, using: &random), bytes: often(&random) ? nil : 2000)
    }
    if often(&random) { conditions.dnsDelay = duration(&random) }
    conditions.dnsLoss = probability(&random)
    return conditions
  }
}
