import CLinux
import Glibc
import LinkConditions
import Synchronization
import Testing
import Wire

@testable import VirtualLink

/// Large sends through conditions that decide about each packet: uncut in memory, but never in their fates.
@Suite struct LargeSendFateTests {
  private static let segmentPayload = 1000
  private static let segments = 40

  /// An IPv4 TCP large send between addresses that nobody has, as a sender hands it over: 40 pieces of 1000 bytes.
  private static func message() -> [UInt8] {
    let length = 40 + segmentPayload * segments
    var frame = [UInt8](repeating: 2, count: 12) + [0x08, 0x00]
    frame += [0x45, 0, UInt8(length >> 8), UInt8(length & 0xFF), 0x10, 0, 0x40, 0, 64, 6, 0, 0]
    frame += [
      198, 51, 100, 1, 198, 51, 100, 2, 0x12, 0x34, 0, 80, 0, 0, 0, 1, 0, 0, 0, 1, 0x50, 0x18, 1, 0, 0, 0, 0, 0,
    ]
    frame += (0..<segmentPayload * segments).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    let send = LargeSend(frame.span, transport: .tcp, transportOffset: 34, segmentPayload: segmentPayload)
    var headers = frame.mutableSpan
    send?.prepare(0..<segments, in: &headers)
    let size = UInt16(segmentPayload)
    let offload: [UInt8] = [1, 1, 54, 0, UInt8(size & 0xFF), UInt8(size >> 8), 34, 0, 16, 0]
    return offload + frame
  }

  /// What comes out of a link, cut into what a network would carry, and the most pieces that came as one.
  private func pieces(_ conditions: DirectionConditions, isTapped: Bool) throws -> (pieces: [[UInt8]], longest: Int) {
    let tap: (any PacketTap)? = isTapped ? TapTests.Recorder() : nil
    let link = try TestLink(uplink: conditions, seed: 7, tap: tap)
    let client = try TestWire("c0", in: link.client)
    let farSide = try TestWire("s0", in: link.farSide)
    for _ in 0..<5 { try client.send(message: Self.message()) }
    while try link.engine.statistics().uplink.entered < 5 * Self.segments {}
    let statistics = link.engine.stop().uplink
    #expect(statistics.largeSendsCut == 5)
    #expect(statistics.entered + statistics.duplicated == statistics.left + statistics.dropped + statistics.queued)
    #expect(statistics.queued == 0)
    var all: [[UInt8]] = []
    var (longest, bytes) = (0, 0)
    while all.count < statistics.left, let message = farSide.receiveMessage() {
      let offset = PacketPool.offloadLength
      var frame = Array(message[offset...])
      // Whatever bit of it was flipped: nobody else's packets are as long.
      guard frame.count > Self.segmentPayload else { continue }
      let isWhole = message[1] == 0
      if isWhole, message[0] & 1 != 0 {
        var span = frame.mutableSpan
        PartialChecksum(start: 34, fieldOffset: 16).complete(in: &span)
      }
      guard !isWhole,
        let send = LargeSend(
          frame.span, transport: .tcp, transportOffset: 34, segmentPayload: Int(message[4]) | Int(message[5]) << 8)
      else {
        all.append(frame)
        bytes += frame.count
        continue
      }
      longest = max(longest, send.segmentCount)
      for index in 0..<send.segmentCount {
        var piece = Array(frame[..<send.payloadOffset]) + frame[send.payload(of: index)]
        var span = piece.mutableSpan
        send.finish(segment: index, in: &span)
        all.append(piece)
        bytes += piece.count
      }
    }
    #expect(bytes == statistics.leftBytes)
    return (all, longest)
  }

  /// Everything that has a fate of its own, so that what departs together is of every kind.
  private static var mixed: DirectionConditions {
    var conditions = DirectionConditions(loss: .random(CorrelatedProbability(.percent(10))))
    conditions.duplicate = CorrelatedProbability(.percent(5))
    conditions.corrupt = CorrelatedProbability(.percent(5))
    return conditions
  }

  @Test(arguments: [DirectionConditions(loss: .random(CorrelatedProbability(.percent(5)))), mixed])
  func packetsMeetTheFatesThatTheyWouldMeetCut(_ conditions: DirectionConditions) throws {
    let together = try pieces(conditions, isTapped: false)
    let cut = try pieces(conditions, isTapped: true)
    // In any order: the kernel may swap frames of a sender that moves from one processor to another meanwhile.
    let isEqual = Self.sorted(together.pieces) == Self.sorted(cut.pieces)
    #expect(isEqual)
    // With a tap each is a frame of its own; without one, what survives side by side goes on as it came.
    #expect(cut.longest == 0)
    #expect(together.longest > 1)
  }

  private static func sorted(_ pieces: [[UInt8]]) -> [[UInt8]] {
    pieces.sorted { $0.lexicographicallyPrecedes($1) }
  }

  @Test func packetsThatDepartApartAreSentApart() throws {
    // A thousand bytes take 8 ms each: no two are due in the same turn.
    let slow = DirectionConditions(bandwidth: Bandwidth(bitsPerSecond: 1_000_000), queue: .packets(1000))
    let link = try TestLink(uplink: slow)
    let client = try TestWire("c0", in: link.client)
    let farSide = try TestWire("s0", in: link.farSide)
    try client.send(message: Self.message())
    let lengths = (0..<20).compactMap { _ in farSide.receive(etherType: 0x0800)?.count }
    // A machine that is busy with other things may wake late for a few of them.
    #expect(lengths.count { $0 == 54 + Self.segmentPayload } >= 10)
    #expect(link.engine.stop().uplink.largeSendsCut == 1)
  }
}
