import Dispatch
import Glibc
import LinkConditions
import Resilience
import Synchronization
import VirtualLink

/// Holds the timeline of a scenario until the client uses the network or is ready, so that the client meets it however long it takes to start.
final class TimelineHold: Sendable {
  /// How often to look, in microseconds.
  private static let tick: UInt32 = 3_000

  private let isOver = Mutex(false)

  /// Begins the timeline when it is due, on a thread of its own.
  func begin(
    _ rest: HeldTimeline.Rest, of link: Link, atTheLatestAfter patience: Duration,
    when isDue: @escaping @Sendable () -> Bool
  ) {
    let last = ContinuousClock.now + patience
    DispatchQueue(label: "headwind-hold").async { [self] in
      while !isDue(), ContinuousClock.now < last {
        if isOver.withLock({ $0 }) { return }
        usleep(Self.tick)
      }
      // A link that has failed raises its alarm; nothing else can go wrong here.
      isOver.withLock { if !$0 { try? link.begin(rest) } }
    }
  }

  /// Returns when the timeline will not begin any more.
  func end() {
    isOver.withLock { $0 = true }
  }
}
