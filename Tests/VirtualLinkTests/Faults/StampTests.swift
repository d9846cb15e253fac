import LinkConditions
import Testing
import Wire

@testable import VirtualLink

/// A wall clock that is set under a link: delays and stamps do not notice.
@Suite struct StampTests {
  private static let start = LinkInstant(nanoseconds: 5_000_000_000)
  private static let wall: Int64 = 1_700_000_000_000_000_000

  @Test func stampsGoOnEvenlyAndTheStepIsNoted() {
    var clock = StampClock(now: Self.start, wall: Self.wall)
    var last = clock.timestamp(Self.start)
    #expect(last.nanoseconds == Self.wall)
    // Each round is 10 ms of time; the wall clock is set ahead by an hour, then back by two, then shifted by a little.
    var offset: Int64 = 0
    for round in 1...400 {
      let now = Self.start + .milliseconds(Int64(round) * 10)
      var expected: String?
      switch round {
      case 100:
        (offset, expected) = (3_600_250_000_000, "the wall clock was set, and is 3600.250 s ahead of these timestamps")
      case 200:
        (offset, expected) = (-3_600_000_000_000, "the wall clock was set, and is 3600.000 s behind these timestamps")
      case 300: offset += 1_000_000
      default: break
      }
      let wall = Self.wall + Int64(round) * 10_000_000 + offset
      #expect(clock.step(now: now, wall: wall) == expected)
      let stamp = clock.timestamp(now)
      #expect(stamp.nanoseconds - last.nanoseconds == 10_000_000)
      last = stamp
    }
  }

  /// What the kernel stamped before the step is taken for what has come this moment.
  @Test(arguments: [3_600_000_000_000, -3_600_000_000_000, 150_000_000, -1, Int64.max, Int64.min])
  func anArrivalOfAnotherClockHasComeNow(_ step: Int64) {
    let arrival = Arrival(
      stampedAt: Self.wall, now: Self.start, wall: Self.wall &+ 20_000 &+ step, after: LinkInstant(nanoseconds: .min),
      since: step == -1 ? LinkInstant(nanoseconds: .min) : Self.start)
    let age = (Self.start - arrival.instant).nanoseconds
    #expect(age >= 0 && age < Arrival.longestWait)
    #expect(step == -1 ? age == 19_999 : age == 0)
  }

  /// A packet that waited for a busy engine arrived when the kernel says, so that its delay is not longer for that.
  @Test func aLongWaitCountsAsDelay() {
    let arrival = Arrival(
      stampedAt: Self.wall - 700_000_000, now: Self.start, wall: Self.wall, after: LinkInstant(nanoseconds: .min),
      since: LinkInstant(nanoseconds: Self.start.nanoseconds - 900_000_000))
    #expect((Self.start - arrival.instant).nanoseconds == 700_000_000)
  }

  @Test func aStepOfTheWallClockIsNoticed() {
    var steps = ClockSteps()
    for round in Int64(0)..<100 {
      let offset: Int64 = round < 50 ? 0 : -3_600_000_000_000
      steps.look(now: Self.start + .milliseconds(round), wall: Self.wall + round * 1_000_000 + offset)
    }
    #expect(steps.last == Self.start + .milliseconds(50))
  }

  /// An engine that was held up reads stamps from both sides of the longest wait at once: packets keep their order.
  @Test func arrivalsKeepTheirOrder() {
    let ages: [Int64] = [18_000, 14_000, 10_001, 9_999, 60, 60, 30, 0].map { $0 * 1_000_000 }
    var last = LinkInstant(nanoseconds: .min)
    for age in ages {
      let arrival = Arrival(
        stampedAt: Self.wall - age, now: Self.start, wall: Self.wall, after: last,
        since: LinkInstant(nanoseconds: .min))
      #expect(arrival.instant >= last)
      #expect(arrival.instant <= Self.start)
      last = arrival.instant
    }
  }
}
