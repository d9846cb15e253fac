import CNetlink
import Glibc
import LinkConditions
import Testing

@testable import VirtualLink

/// What the kernel is told, by what it says back. Nothing to see where the kernel has no netem: then the machine that is
/// started for its kernel tries them (`make test-kernel`).
@Suite(.enabled(if: TestEngines.all.contains(.netem), "needs a kernel with netem: make test-kernel"))
struct NetemDisciplineTests {
  /// A loopback interface of its own, and a tree on it.
  private static func onLoopback<Value: Sendable>(
    _ body: @escaping @Sendable (TrafficControl, inout NetemTree) throws -> Value
  ) throws -> Value {
    try NetworkNamespace().perform {
      let control = TrafficControl(socket: try NetlinkSocket(), interface: try InterfaceControl.index(of: "lo"))
      var tree = NetemTree(control)
      return try body(control, &tree)
    }
  }

  private static func settings(_ control: TrafficControl) throws -> NetemSettings? {
    let root = try control.disciplines().first { $0.kind == "netem" && $0.parent == .root }
    return root.flatMap { NetemSettings(readBack: $0.options) }
  }

  static func everything() -> DirectionConditions {
    var all = DirectionConditions(
      bandwidth: Bandwidth(bitsPerSecond: 80_000_000_000), delay: LinkDuration(nanoseconds: 5_000_000_001),
      jitter: LinkDuration(nanoseconds: 2_000_000_003), queue: .packets(77))
    all.accounting = ByteAccounting(base: .ethernet, overhead: 20, cellSize: 48, cellOverhead: 5)
    all.delayCorrelation = .percent(25)
    all.distribution = DelayTable.named("paretonormal").map { .table($0) } ?? .uniform
    all.loss = .gilbertElliott(
      .init(toBad: .percent(1), toGood: .percent(20), lossInBad: .percent(70), lossInGood: .percent(3)))
    all.marksInsteadOfLosing = true
    all.duplicate = CorrelatedProbability(.percent(2), correlation: .percent(30))
    all.corrupt = CorrelatedProbability(.percent(3), correlation: .percent(40))
    all.reorder = Reordering(CorrelatedProbability(.percent(4), correlation: .percent(50)), gap: 6)
    all.slots = Slots(spacing: .uniform(.milliseconds(7), .milliseconds(8)), packets: 9, bytes: 10_000)
    return all
  }

  /// Rates above 2^32 bytes per second, times in nanoseconds, every attribute that there is.
  @Test func takesEveryAttribute() throws {
    try Self.onLoopback { control, tree in
      try tree.apply(Self.everything(), seed: 7)
      var expected = NetemSettings(Self.everything(), seed: 7)
      expected.delayTable = nil
      var actual = try #require(try Self.settings(control))
      // Kernels before 6.7 know no seed.
      #expect(actual.seed == nil || actual.seed == 7)
      expected.seed = nil
      actual.seed = nil
      #expect(actual == expected)
      #expect(actual.rate.bytesPerSecond == 10_000_000_000)
    }
  }

  /// The kernel keeps what a change leaves out: so nothing may be left out.
  @Test func clearsWhatIsNotWantedAnyMore() throws {
    try Self.onLoopback { control, tree in
      try tree.apply(Self.everything(), seed: nil)
      try tree.apply(.clean, seed: nil)
      #expect(try Self.settings(control) == NetemSettings())
      try tree.apply(
        DirectionConditions(loss: .random(CorrelatedProbability(.always, correlation: .percent(20)))), seed: nil)
      try tree.apply(.clean, seed: nil)
      #expect(try Self.settings(control) == NetemSettings())
    }
  }

  @Test func putsTheSlowNetThenTheBlackHoleThenNothing() throws {
    let profiles = try ["Slow Net", "Black Hole", "Clean"].map { try ProfileLibrary.shipped.profile(named: $0) }
    try Self.onLoopback { control, tree in
      for profile in profiles {
        for conditions in [profile.uplink, profile.downlink] {
          try tree.apply(conditions, seed: nil)
          #expect(try Self.settings(control) == NetemSettings(conditions))
        }
      }
    }
  }

  /// A table stays in the kernel until another one takes its place.
  @Test func goesBackFromATableToAnEvenSpread() throws {
    try Self.onLoopback { control, tree in
      var conditions = Self.everything()
      conditions.duplicate = .never
      let table = try #require(DelayTable.named("normal"))
      conditions.slots = Slots(spacing: .table(.milliseconds(10), .milliseconds(3), table))
      try tree.apply(conditions, seed: nil)
      conditions.distribution = .uniform
      conditions.slots = Slots(spacing: .uniform(.milliseconds(10), .milliseconds(20)))
      try tree.apply(conditions, seed: nil)
      let slot = try #require(try Self.settings(control)?.slot)
      #expect(slot.tableDelay == 15_000_000)
      #expect(slot.tableJitter == 5_000_000)
    }
  }

  @Test func takesTwoTablesOfTheLargestSize() throws {
    try Self.onLoopback { control, tree in
      let entries = (0..<DelayTable.maximumCount).map { Int16(truncatingIfNeeded: $0) }
      let table = try #require(DelayTable(name: "large", entries: entries))
      var conditions = DirectionConditions(delay: .milliseconds(10), jitter: .milliseconds(1))
      conditions.distribution = .table(table)
      conditions.slots = Slots(spacing: .table(.milliseconds(10), .milliseconds(3), table))
      try tree.apply(conditions, seed: nil)
      #expect(try Self.settings(control) != nil)
    }
  }

  @Test func addsAndKeepsTheClassForDNS() throws {
    try Self.onLoopback { control, tree in
      try tree.apply(DirectionConditions(dnsDelay: .milliseconds(200)), seed: nil)
      #expect(try control.disciplines().map(\.kind).sorted() == ["netem", "netem", "prio"])
      try tree.apply(.clean, seed: nil)
      let inside = try #require(try control.disciplines().first { $0.kind == "netem" && $0.parent != .root })
      #expect(NetemSettings(readBack: inside.options) == NetemSettings())
      try tree.apply(DirectionConditions(dnsDelay: .milliseconds(300)), seed: nil)
      #expect(try control.disciplines().count == 3)
    }
  }

  /// Every line that is printed for tc is taken by it, and what comes of them is what comes of our own messages.
  @Test func saysTheSameByTcForEveryShippedProfile() throws {
    for profile in ProfileLibrary.shipped.profiles where profile.netemObstacles.isEmpty {
      let lines = TrafficControlCommands.script(for: profile)
      let pairs = try NetworkNamespace().perform {
        try InterfaceControl(socket: NetlinkSocket()).make("ifb", name: "other")
        // The shell is in the namespace of the thread that starts it.
        let status = system((["DOWN=lo", "UP=other"] + lines).joined(separator: "\n"))
        guard status == 0 else { throw LinkError("\(profile.name): \(lines.joined(separator: "\n"))") }
        return try [("lo", LinkDirection.downlink), ("other", .uplink)].map { interface, direction in
          let index = try InterfaceControl.index(of: interface)
          let control = TrafficControl(socket: try NetlinkSocket(), interface: index)
          func inForce() throws -> [NetemSettings?] {
            try control.disciplines().filter { $0.kind == "netem" }.sorted { $0.parent.rawValue < $1.parent.rawValue }
              .map {
                var settings = NetemSettings(readBack: $0.options)
                settings?.seed = nil
                // tc counts time in ticks of 64 ns.
                settings?.latency &= ~63
                settings?.jitter &= ~63
                return settings
              }
          }
          let byTc = try inForce()
          try control.remove(TrafficHandle(1), at: .root)
          var tree = NetemTree(control)
          try tree.apply(profile, direction, seed: nil)
          return (byTc: byTc, byUs: try inForce())
        }
      }
      for (byTc, byUs) in pairs {
        #expect(!byTc.isEmpty && byTc == byUs, "\(profile.name)")
      }
    }
  }

  /// Somebody else's change between ours and the comparison.
  @Test func noticesConditionsThatDidNotTake() throws {
    try Self.onLoopback { control, _ in
      var discipline = NetemDiscipline(TrafficHandle(1), at: .root)
      var settings = NetemSettings()
      settings.latency = 1_000_000
      try discipline.apply(settings, with: control)
      try discipline.verify(settings, in: control.disciplines())
      var other = discipline
      settings.limit = 5
      try other.apply(settings, with: control)
      settings.limit = 6
      #expect(throws: LinkError.self) { try discipline.verify(settings, in: control.disciplines()) }
      try control.remove(discipline.handle, at: .root)
      #expect(throws: LinkError.self) { try discipline.verify(settings, in: control.disciplines()) }
    }
  }

  @Test func saysWhatTheKernelRefuses() throws {
    try Self.onLoopback { control, _ in
      #expect(throws: NetlinkSocket.Refusal.self) {
        try control.put("no-such-kind", TrafficHandle(1), at: .root, .create)
      }
      #expect(throws: NetlinkSocket.Refusal.self) { try control.put("netem", TrafficHandle(1), at: .root, .change) }
    }
  }

  @Test func theKernelHasWhatLinksNeed() throws {
    let kernel = try KernelEmulator.probe()
    #expect(kernel.hasNetem)
    #expect(kernel.hasBridge)
    #expect(kernel.hasClasses)
  }
}

/// The machine that is started for its kernel must have what it is started for, or all of its tests would be skipped.
@Suite(.enabled(if: TestEngines.isMachineForKernel, "needs a kernel with netem: make test-kernel"))
struct KernelMachineTests {
  @Test func hasNetem() throws {
    #expect(try KernelEmulator.probe().hasNetem)
  }
}

extension NetemTree {
  /// Conditions for all of the traffic.
  mutating func apply(_ conditions: DirectionConditions, seed: UInt64?) throws(LinkError) {
    try apply(Profile(name: "Test", uplink: conditions), .uplink, seed: seed)
  }
}
