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

    func note(_ text: String) {}

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

  /// Packets that the client's interface has sent.
  private static func sent() throws -> Int {
    let text = try #require(Sysctl.readFile("/proc/thread-self/net/dev"))
    let line = try #require(text.split(separator: "\n").first { $0.contains("c0:") })
    return try #require(Int(line.split(separator: " ")[10]))
  }
}
