import LinkConditions
import Testing

@testable import VirtualLink

@Suite struct WakeLeadTests {
  private let start = LinkInstant(nanoseconds: 1_000_000_000)

  @Test func sleepsUntilShortlyBeforeTheInstantAndWatchesTheRest() {
    var lead = WakeLead()
    let instant = start + .milliseconds(10)
    guard case .asleep(let wake) = lead.way(to: instant, from: start) else {
      Issue.record("10 ms are slept through")
      return
    }
    #expect(wake < instant)
    #expect((instant - wake).nanoseconds <= 100_000)
    #expect(lead.way(to: instant, from: wake) == .watchful)
    #expect(lead.way(to: instant, from: instant) == .arrived)
    #expect(lead.way(to: instant, from: instant + .milliseconds(1)) == .arrived)
  }

  @Test func learnsHowLateWakesAre() {
    var lead = WakeLead()
    // Nineteen of twenty are 20 µs late, one is 400 µs late.
    for index in 0..<20_000 { lead.woke(late: .microseconds(index % 20 == 0 ? 400 : 20)) }
    guard case .asleep(let wake) = lead.way(to: start + .seconds(1), from: start) else {
      Issue.record("a second is slept through")
      return
    }
    let early = (start + .seconds(1) - wake).nanoseconds
    #expect((15_000...30_000).contains(early), "early by \(early) ns")
  }

  @Test func spendsNoMoreThanItsShareAwake() {
    var lead = WakeLead()
    var now = start
    var awake: Int64 = 0
    let step = LinkDuration.microseconds(60)
    // A departure every 60 µs for a second: awake for each it would be most of the time.
    while now < start + .seconds(1) {
      let instant = now + step
      if case .asleep(let wake) = lead.way(to: instant, from: now), wake < instant { now = wake }
      if lead.way(to: instant, from: now) == .watchful {
        lead.spent(instant - now)
        awake += (instant - now).nanoseconds
      }
      now = instant
    }
    #expect(awake > 20_000_000)
    #expect(awake < 40_000_000, "awake for \(awake) ns of a second")
  }
}
