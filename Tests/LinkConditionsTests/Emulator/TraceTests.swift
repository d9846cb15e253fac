import LinkConditions
import Testing

struct TraceTests {
  private static let millisecond: Int64 = 1_000_000

  private func conditions(_ opportunities: [UInt32], queue: QueueLimit? = .packets(1000)) throws -> DirectionConditions
  {
    var conditions = DirectionConditions()
    conditions.trace = DeliveryTrace(name: "test", opportunities: opportunities)
    conditions.queue = queue
    return conditions
  }

  /// As in mahimahi's `mm-link`, an opportunity carries 1500 bytes of one packet or several, and the trace repeats.
  @Test func opportunitiesAreSharedAndComeAgain() throws {
    var link = VirtualTime(try conditions([10, 20, 20, 50]))
    for length in [1500, 700, 700, 700, 3000, 1500] as [Int32] { link.send(length, at: 0) }
    link.run()
    // 1500 at 10; 1400 of the next 1500 at 20; 100 + 600 at 20; 900 of it, 1500 and 600 of the large one at 20, 50 and 60.
    #expect(link.departures.map(\.due.nanoseconds) == [10, 20, 20, 20, 60, 70].map { $0 * Self.millisecond })
  }

  @Test func whatIsNotUsedIsLost() throws {
    var link = VirtualTime(try conditions([10, 20, 30]))
    link.send(1500, at: 11 * Self.millisecond)
    link.send(100, at: 25 * Self.millisecond)
    link.send(1400, at: 26 * Self.millisecond)
    link.send(100, at: 27 * Self.millisecond)
    // Far later, in the hundredth round, exactly at an opportunity.
    link.send(1500, at: 3000 * Self.millisecond)
    link.send(1500, at: 3000 * Self.millisecond + 1)
    link.run()
    #expect(link.departures.map(\.due.nanoseconds) == [20, 30, 30, 40, 3000, 3010].map { $0 * Self.millisecond })
  }

  @Test func travelComesAfterAndKeepsTheOrder() throws {
    var conditions = try conditions([10])
    conditions.delay = .milliseconds(100)
    conditions.jitter = .milliseconds(90)
    var link = VirtualTime(conditions)
    for number in 0..<200 { link.send(1500, at: Int64(number) * Self.millisecond) }
    link.run()
    #expect(link.departures.map(\.handle) == Array(0..<200))
    #expect(link.departures.allSatisfy { ($0.due - $0.admitted).nanoseconds >= 10 * Self.millisecond })
  }

  @Test func aQueueInBytesHoldsWhatWaits() throws {
    var link = VirtualTime(try conditions([100], queue: .bytes(4500)))
    for _ in 0..<5 { link.send(1500, at: 0) }
    #expect(link.admissions.map(\.queuedCopies) == [1, 1, 1, 0, 0])
    link.send(1500, at: 100 * Self.millisecond)
    #expect(link.admissions.last?.queuedCopies == 1)
  }

  /// The average rate of a saturated link is that of the trace, over a hundred rounds, to the last packet.
  @Test(arguments: DeliveryTrace.shippedNames)
  func aSaturatedLinkGetsEveryOpportunity(name: String) throws {
    let trace = try #require(DeliveryTrace.shipped(name))
    var conditions = DirectionConditions()
    conditions.trace = trace
    conditions.queue = .packets(.max)
    var link = VirtualTime(conditions)
    let count = trace.opportunities.count * 3
    for _ in 0..<count { link.send(1500, at: 0) }
    link.run()
    #expect(link.departures.last?.due.nanoseconds == 3 * trace.duration.nanoseconds)
    #expect(link.departures.count == count)
  }

  @Test func theUsualQueueIsInBytes() throws {
    let slow = try conditions([1000], queue: nil)
    #expect(QueueLimit.usual(for: slow) == .bytes(75_000))
    var fast = try conditions([1] + Array(repeating: 1, count: 9), queue: nil)
    fast.delay = .milliseconds(50)
    // 120 Mbps for a round trip of 100 ms.
    #expect(QueueLimit.usual(for: fast) == .bytes(1_500_000))
  }

  @Test func impossibleTracesAreNone() {
    #expect(DeliveryTrace(name: "", opportunities: []) == nil)
    #expect(DeliveryTrace(name: "", opportunities: [0, 0]) == nil)
    #expect(DeliveryTrace(name: "", opportunities: [2, 1]) == nil)
  }
}
