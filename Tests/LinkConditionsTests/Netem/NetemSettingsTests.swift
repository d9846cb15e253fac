import Testing

@testable import LinkConditions

/// How conditions translate to netem, and what netem cannot do.
@Suite struct NetemSettingsTests {
  @Test func billsIPBytesByDefault() {
    let settings = NetemSettings(DirectionConditions(bandwidth: .kilobits(32)))
    #expect(settings.rate.bytesPerSecond == 4000)
    #expect(settings.rate.packetOverhead == -14)
    var ethernet = DirectionConditions(bandwidth: .kilobits(32))
    ethernet.accounting = ByteAccounting(base: .ethernet, overhead: 24, cellSize: 48, cellOverhead: 5)
    let rate = NetemSettings(ethernet).rate
    #expect([rate.packetOverhead, Int32(rate.cellSize), rate.cellOverhead] == [24, 48, 5])
  }

  /// A queue limit in packets: those that may wait, plus those that travel.
  static let queues: [(DirectionConditions, UInt32)] = [
    // 75 KB can wait, and 400 bytes travel.
    (DirectionConditions(bandwidth: .kilobits(32), delay: .milliseconds(100)), 51),
    // 100 ms and 50 ms at 1.2 Mbps, in packets of 10 ms.
    (DirectionConditions(bandwidth: .kilobits(1200), delay: .milliseconds(50), queue: .time(.milliseconds(100))), 15),
    (DirectionConditions(bandwidth: .kilobits(1200), queue: .bytes(4000)), 3),
    (DirectionConditions(bandwidth: .kilobits(1200), queue: .packets(7)), 7),
    (DirectionConditions(delay: .milliseconds(50)), 1_000_000),
    (DirectionConditions(delay: .milliseconds(50), queue: .bytes(1)), 1_000_000),
  ]

  @Test(arguments: queues)
  func sizesTheQueueByWhatTravels(_ conditions: DirectionConditions, _ limit: UInt32) {
    #expect(NetemSettings(conditions).limit == limit)
  }

  @Test func keepsDNSApart() {
    var conditions = DirectionConditions(delay: .milliseconds(100), dnsDelay: .milliseconds(200))
    conditions.dnsLoss = Probability(percent: 5) ?? .never
    #expect(NetemSettings(conditions).latency == 100_000_000)
    #expect(NetemSettings.dns(conditions)?.latency == 200_000_000)
    #expect(NetemSettings.dns(conditions)?.loss == .random(CorrelatedProbability(conditions.dnsLoss)))
    #expect(NetemSettings.dns(.clean) == nil)
  }

  /// Every new condition needs a decision about netem.
  @Test func everyConditionIsDecidedAbout() {
    let properties = Mirror(reflecting: DirectionConditions.clean).children.compactMap(\.label)
    #expect(Set(properties) == DirectionConditions.decidedForNetem)
  }

  @Test func saysWhatNetemCannotDo() {
    func obstacles(_ trigger: Trigger) -> Int {
      Timeline(first: .clean, phases: [.init(trigger: trigger, profile: .clean)]).netemObstacles.count
    }
    #expect(obstacles(.after(.milliseconds(1))) == 0)
    for trigger in [
      Trigger.syn, .request, .requestSent, .responseStarted, .quicInitial, .quicHandshake, .h3Request,
      .bytes(1, .uplink), .idle(.milliseconds(1)),
    ] {
      #expect(obstacles(trigger) == 1)
    }
    let slow = DirectionConditions(bandwidth: Bandwidth(bitsPerSecond: 20))
    #expect(slow.netemObstacles.count == 1)
    let ownOnly = ProfileLibrary.shipped.profiles.filter { profile in
      [profile.downlink, profile.uplink].contains { $0.trace != nil || $0.discipline != .fifo }
    }
    #expect(ProfileLibrary.shipped.profiles.filter { !$0.netemObstacles.isEmpty } == ownOnly)
    func obstacles(_ queued: QueuedTreatment?) -> Int {
      Timeline(first: .clean, phases: [.init(trigger: .after(.zero), profile: .clean, queued: queued)])
        .netemObstacles.count
    }
    #expect([nil, .keep, .rerate, .drop].map(obstacles) == [0, 0, 1, 1])
  }

  @Test func writesTheCommandsOfEveryCondition() {
    var all = DirectionConditions(
      bandwidth: .megabits(1), delay: .milliseconds(100), jitter: .milliseconds(20), queue: .packets(50),
      dnsDelay: .milliseconds(200))
    all.delayCorrelation = Probability(percent: 25) ?? .never
    all.distribution = DelayTable.named("normal").map { .table($0) } ?? .uniform
    all.loss = .gilbertElliott(
      .init(
        toBad: Probability(percent: 1) ?? .never, toGood: Probability(percent: 20) ?? .never,
        lossInBad: Probability(percent: 70) ?? .never))
    all.marksInsteadOfLosing = true
    all.reorder = Reordering(CorrelatedProbability(Probability(percent: 4) ?? .never), gap: 6)
    all.slots = Slots(spacing: .uniform(.milliseconds(7), .milliseconds(8)), packets: 9)
    let commands = TrafficControlCommands.commands(for: all, device: "m0")
    #expect(
      commands[1] == "tc qdisc add dev m0 root handle 1: netem limit 50 delay 100ms 20ms 25% distribution normal "
        + "loss gemodel 1% 20% 70% 0% ecn reorder 4% gap 6 rate 1000000bit -14 slot 7ms 8ms packets 9")
    #expect(commands.contains("tc qdisc add dev m0 parent 2:2 handle 3: netem limit 1000000 delay 200ms"))
    #expect(commands.count == 6)
  }
}
