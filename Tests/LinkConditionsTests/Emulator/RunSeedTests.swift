import Testing

@testable import LinkConditions

/// The seeds that a run prints for `tc` are those that its engine uses.
struct RunSeedTests {
  /// Documented in docs/engines.md.
  @Test func sevenIsTheseTwo() {
    #expect(RunSeed(7).uplink == 7_191_089_600_892_374_487)
    #expect(RunSeed(7).downlink == 13_309_476_754_707_697_221)
    #expect(RunSeed(7)[.uplink] == RunSeed(7).uplink && RunSeed(7)[.downlink] == RunSeed(7).downlink)
  }

  /// Runs whose directions have the seeds that a kernel was given: both directions then decide as that kernel did.
  @Test(
    arguments: [
      ("loss-10.seed-4354685564936845354", 4_473_503_973_225_149_142, 13_955_556_090_046_656_680),
      ("four-state.seed-3326683750974675154", 11_500_349_816_494_000_920, 8_531_306_623_216_834_198),
      ("loss-20-ecn.seed-62", 12_241_216_300_000_159_979, 12_352_195_073_219_671_242),
    ] as [(String, UInt64, UInt64)])
  func aRunDecidesAsTheKernelWithThePrintedSeed(name: String, uplink: UInt64, downlink: UInt64) throws {
    let recording = try KernelRecording(named: "\(name).json")
    for (direction, seed) in [(LinkDirection.uplink, RunSeed(uplink)), (.downlink, RunSeed(downlink))] {
      #expect(seed[direction] == recording.seed)
      let conditions = try recording.conditions()
      let profile = Profile(name: name, downlink: conditions, uplink: conditions)
      var emulator = DirectionEmulator(
        profile, direction, seed: seed[direction], startingAt: LinkInstant(nanoseconds: 0))
      var fates = ""
      for (number, sent) in recording.outcome.sentNs.enumerated() {
        let lengths = recording.packets.lengthsRepeated ?? [recording.packets.length ?? 0]
        let length = lengths[number % lengths.count]
        let packet = LinkPacket(
          handle: Int32(number), frameLength: length, ipLength: length - 14, isECNCapable: number % 2 == 0)
        fates += "\(emulator.admit(packet, at: LinkInstant(nanoseconds: sent)).queuedCopies)"
      }
      #expect(fates == recording.outcome.fates)
    }
  }

  @Test func theCommandsOfTCHaveTheSeeds() throws {
    let lossy = DirectionConditions(loss: .random(CorrelatedProbability(try #require(Probability(percent: 10)))))
    let profile = Profile(name: "Lossy", downlink: lossy, uplink: lossy)
    let lines = TrafficControlCommands.script(for: profile, seed: RunSeed(7)).filter { $0.contains("netem") }
    #expect(
      lines.map { $0.split(separator: " ").last.map(String.init) } == ["13309476754707697221", "7191089600892374487"])
    #expect(!TrafficControlCommands.script(for: profile).contains { $0.contains("seed") })
  }
}
