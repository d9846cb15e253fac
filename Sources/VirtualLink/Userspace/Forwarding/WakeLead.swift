import LinkConditions

/// How a thread reaches an instant exactly: it sleeps for most of the time, and polls the clock at the end.
///
/// A sleeping thread wakes late, by 5 µs on an idle physical processor and by 60 µs on a virtual one. So the timer is
/// set early, by the latency of nearly all recent wake-ups, and then the thread polls the clock. This costs processor
/// time at each departure, so there is a budget for it. When many departures have used up the budget, the thread
/// sleeps until the instant itself and is as late as the timer. A link on which nothing is due uses no processor
/// time.
struct WakeLead {
  /// What the thread should do now.
  enum Way: Equatable {
    /// The instant has come.
    case arrived
    /// The instant is so near that sleeping would miss it: poll the clock.
    case watchful
    /// Sleep until then.
    case asleep(LinkInstant)
  }

  /// The budget for polling is one part in this many of the elapsed time.
  private static let share: Int64 = 32
  /// The most budget that can accumulate: enough for about fifty departures in a row.
  private static let mostCredit: Int64 = 2_000_000
  /// The bounds of the estimate. No wake-up is faster. A slower one means that the thread was not scheduled, and
  /// waking early does not help with that.
  private static let bounds: ClosedRange<Int64> = 5_000...100_000

  /// The 90th percentile of the wake-up latency, in nanoseconds.
  private var lateness: Int64 = 50_000
  private var credit = mostCredit
  private var counted = LinkInstant(nanoseconds: .min)

  /// What to do in order to reach an instant.
  mutating func way(to instant: LinkInstant, from now: LinkInstant) -> Way {
    let left = (instant - now).nanoseconds
    if left <= 0 { return .arrived }
    earn(until: now)
    let wake = LinkInstant(nanoseconds: instant.nanoseconds - lateness)
    if left <= lateness { return credit >= left ? .watchful : .asleep(instant) }
    return credit >= lateness ? .asleep(wake) : .asleep(instant)
  }

  /// Records how late the timer's wake-up was.
  mutating func woke(late: LinkDuration) {
    // Moving up by nine steps or down by one converges to the value that one in ten exceeds.
    let step: Int64 = 100
    lateness += late.nanoseconds > lateness ? 9 * step : -step
    lateness = min(max(lateness, Self.bounds.lowerBound), Self.bounds.upperBound)
  }

  /// Records how long the thread polled for an instant.
  mutating func spent(_ time: LinkDuration) {
    credit -= time.nanoseconds
  }

  private mutating func earn(until now: LinkInstant) {
    let elapsed = min(max(0, (now - counted).nanoseconds), Self.mostCredit * Self.share)
    credit = min(Self.mostCredit, credit + elapsed / Self.share)
    counted = now
  }
}
