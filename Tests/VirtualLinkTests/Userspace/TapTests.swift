import Glibc
import LinkConditions
import Synchronization
import TestSupport
import Testing
import Wire

@testable import VirtualLink

/// What a tap sees.
@Suite struct TapTests {
  /// Keeps all that it sees.
  final class Recorder: PacketTap {
    let seen = Mutex<[(frame: [UInt8], sighting: FrameSighting)]>([])

    let notes = Mutex<[LinkNote]>([])

    func note(_ note: LinkNote) { notes.withLock { $0.append(note) } }

    func saw(_ frame: Span<UInt8>, _ sighting: FrameSighting) {
      let bytes = frame.indices.map { frame[$0] }
      seen.withLock { $0.append((bytes, sighting)) }
    }
  }

  @Test(arguments: [false, true])
  func seesWhatANetworkWouldCarry(isIPv6: Bool) throws {
    let recorder = Recorder()
    let link = try TestLink(tap: recorder)
    let bytes = Array(ConditionTests.bytes.prefix(400_000))
    #expect(try TestTransfer.upload(bytes, across: link, isIPv6: isIPv6) == bytes)
    #expect(link.engine.stop().uplink.largeSendsCut > 0)

    let all = recorder.seen.withLock { $0 }
    #expect(all.allSatisfy { $0.frame.count <= 1514 })
    #expect(zip(all, all.dropFirst()).allSatisfy { $0.sighting.timestamp <= $1.sighting.timestamp })
    let client = all.filter(\.sighting.isClientView)
    let judged = try Tcpdump.verbose(client.map(\.frame))
    // One line in brackets of each TCP segment, and of each IPv4 header that is wrong.
    #expect(judged.contains("(correct)"))
    #expect(!judged.contains("incorrect"))
    #expect(!judged.contains("bad cksum"))
    #expect(!judged.contains("truncated"))
  }

  /// A switch has a time of its own: it is told of when it happens, and not with the next packet.
  @Test func hearsOfASwitchThatNoPacketFollows() throws {
    let recorder = Recorder()
    let outage = Timeline.Phase(trigger: .after(.milliseconds(20)), profile: Profile(name: "Outage"))
    let after = Timeline.Phase(trigger: .after(.milliseconds(50)), profile: Profile(name: "After"))
    let link = try TestLink(timeline: Timeline(first: .clean, phases: [outage, after]), tap: recorder)
    var notes: [LinkNote] = []
    repeat { notes = recorder.notes.withLock { $0 } } while notes.count < 2
    link.engine.stop()
    #expect(notes.map(\.text) == ["profile: Outage, after 20 ms", "profile: After, after 50 ms"])
    #expect(notes[1].time.nanoseconds - notes[0].time.nanoseconds >= 30_000_000)
  }

  @Test func hearsOfEveryFate() throws {
    let recorder = Recorder()
    var conditions = DirectionConditions(loss: .random(CorrelatedProbability(.percent(50))))
    conditions.duplicate = CorrelatedProbability(.percent(20))
    let link = try TestLink(uplink: conditions, tap: recorder)
    // Without a receiver, the far side answers with ICMP errors, which fail a later send.
    let receiver = try TestSocket.udp(in: link.farSide)
    try receiver.bind(link.farAddress4, port: 4000)
    let sender = try TestSocket.udp(in: link.client)
    try sender.connect(link.farAddress4, port: 4000)
    try withExtendedLifetime(receiver) {
      for number in 0..<300 { try sender.send([UInt8(truncatingIfNeeded: number)]) }
    }
    var counts = DirectionStatistics()
    repeat {
      counts = try link.engine.statistics().uplink
    } while counts.entered < 300 || counts.left + counts.dropped < counts.entered + counts.duplicated
    let statistics = link.engine.stop().uplink

    let sightings = recorder.seen.withLock { $0.map(\.sighting) }.filter { $0.direction == .uplink }
    let entering = sightings.filter { $0.place == .entering }
    #expect(entering.count == statistics.entered)
    #expect(sightings.count - entering.count == statistics.left)
    #expect(entering.count { $0.fate == .dropped(.loss) } > 50)
    #expect(
      entering.count { $0.fate == .queued(copies: 2) } == sightings.count - entering.count
        - entering.count {
          $0.fate != .dropped(.loss)
        })
  }
}
