import CLinux
import Glibc
import LinkConditions
import Synchronization
import Testing
import Wire

@testable import VirtualLink

/// More than an engine can take: what is too much is dropped where a real link drops it, and counted.
@Suite struct OverloadTests {
  /// Holds the engine's thread up from its first packet on, until it is let go.
  private final class Brake: PacketTap {
    private let isOpen = Mutex(false)

    func saw(_ frame: Span<UInt8>, _ sighting: FrameSighting) {
      while !isOpen.withLock({ $0 }) { usleep(1000) }
    }

    func note(_ note: LinkNote) {}

    func release() { isOpen.withLock { $0 = true } }
  }

  /// The kernel's buffer runs over while the engine is busy; all that was sent is accounted for.
  @Test func countsWhatCameWhileTheEngineWasBusy() throws {
    let brake = Brake()
    let link = try TestLink(tap: brake)
    let sender = try TestSocket.udp(in: link.client)
    try sender.connect(link.farAddress4, port: 9)
    let before = try link.topology.client.perform { try Self.sent() }
    // 32 MB of buffer hold some 14,000 of these, since the kernel counts what each takes in memory.
    for _ in 0..<30_000 { try sender.send([UInt8](repeating: 1, count: 1400)) }
    let sent = try link.topology.client.perform { try Self.sent() } - before
    brake.release()
    var seen = DirectionStatistics()
    repeat { seen = try link.engine.statistics().uplink } while seen.entered + seen.overruns < sent
    link.engine.stop()
    #expect(seen.overruns > 0)
    #expect(seen.entered > 1000)
    #expect(seen.entered == seen.left + seen.dropped + seen.queued)
  }

  /// More threads than cores that never rest, and a stream: what the engine is handed leaves it once, and nothing else does.
  @Test(arguments: [DirectionConditions.clean, DirectionConditions(delay: .milliseconds(1))], [false, true])
  func carriesEachFrameOnceOnABusyMachine(_ conditions: DirectionConditions, isTapped: Bool) throws {
    let burners = try Burners(count: 2 * max(1, Int(hw_usable_cores())))
    defer { burners.stop() }
    let recorder = TapTests.Recorder()
    let link = try TestLink(uplink: conditions, downlink: conditions, tap: isTapped ? recorder : nil)
    let bytes = Array(ConditionTests.bytes.prefix(3_000_000))
    #expect(try TestTransfer.upload(bytes, across: link) == bytes)
    let statistics = link.engine.stop()
    for direction in LinkDirection.allCases {
      let seen = statistics[direction]
      #expect(seen.duplicated == 0)
      #expect(seen.made == 0)
      #expect(seen.left + seen.dropped + seen.queued == seen.entered)
    }
    guard isTapped else { return }
    for direction in LinkDirection.allCases {
      let sightings = recorder.seen.withLock { $0.filter { $0.sighting.direction == direction } }
      let entered = sightings.filter { $0.sighting.place == .entering }.map(\.frame)
      let left = sightings.filter { $0.sighting.place == .leaving }.map(\.frame)
      // The order is kept, so that what left is the beginning of what entered.
      let isSame = left.count <= entered.count && zip(entered, left).allSatisfy { $0 == $1 }
      #expect(isSame)
    }
  }

  /// Threads that do nothing but take time.
  private final class Burners: Sendable {
    private let isOver = Mutex(false)

    init(count: Int) throws {
      for _ in 0..<count {
        try OwnThread.start { while !self.isOver.withLock({ $0 }) {} }
      }
    }

    func stop() { isOver.withLock { $0 = true } }
  }

  /// Packets that the client's interface has sent.
  private static func sent() throws -> Int {
    let text = try #require(Sysctl.readFile("/proc/thread-self/net/dev"))
    let line = try #require(text.split(separator: "\n").first { $0.contains("c0:") })
    return try #require(Int(line.split(separator: " ")[10]))
  }
}
