import LinkConditions

/// How a thread gets to an instant exactly: asleep for most of the way, and awake for the last of it.
///
/// A sleeping thread wakes late, by 5 µs on an idle processor of one's own and by 60 µs on a virtual one. So the timer is
/// set early by what nearly all wake-ups took lately, and from then on the thread looks at the clock. That costs
/// processor time at each departure, of which there is an allowance: where departures are so many that it is used up, the
/// thread sleeps to the instant itself, and is as late as the timer. A link on which nothing is due never does this.
struct WakeLead {
  /// What to do now.
  enum Way: Equatable {
    /// The instant has come.
    case arrived
    /// It is so near that sleeping would miss it.
    case watchful
    /// Sleep until then.
    case asleep(LinkInstant)
  }

  /// The share of the time that may be spent awake: one part of so many.
  private static let share: Int64 = 32
  /// What can be saved up of it: some fifty departures in a row.
  private static let mostCredit: Int64 = 2_000_000
  /// Nobody is late by less, and whoever is late by more was kept from running, which waking early does not help.
  private static let bounds: ClosedRange<Int64> = 5_000...100_000

  /// What about nine of ten wake-ups are no later than, in nanoseconds.
  private var lateness: Int64 = 50_000
  private var credit = mostCredit
  private var counted = LinkInstant(nanoseconds: .min)

  /// What to do to be there at an instant.
  mutating func way(to instant: LinkInstant, from now: LinkInstant) -> Way {
    let left = (instant - now).nanoseconds
    if left <= 0 { return .arrived }
    earn(until: now)
    let wake = LinkInstant(nanoseconds: instant.nanoseconds - lateness)
    if left <= lateness { return credit >= left ? .watchful : .asleep(instant) }
    return credit >= lateness ? .asleep(wake) : .asleep(instant)
  }

  /// Learns how late the timer's wake-up was.
  mutating func woke(late: LinkDuration) {
    // Moves up by nine steps or down by one, and so stays where one in ten is above.
    let step: Int64 = 100
    lateness += late.nanoseconds > lateness ? 9 * step : -step
    lateness = min(max(lateness, Self.bounds.lowerBound), Self.bounds.upperBound)
  }

  /// Learns how long the thread was awake for an instant's sake.
  mutating func spent(_ time: LinkDuration) {
    credit -= time.nanoseconds
  }

  private mutating func earn(until now: LinkInstant) {
    let elapsed = min(max(0, (now - counted).nanoseconds), Self.mostCredit * Self.share)
    credit = min(Self.mostCredit, credit + elapsed / Self.share)
    counted = now
  }
}
