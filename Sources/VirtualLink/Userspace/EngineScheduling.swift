import CLinux
import LinkConditions

/// How the kernel schedules the thread of an engine.
///
/// Real-time scheduling keeps departures punctual on a busy machine: the 99th percentile of their lateness is 0.1 ms, where
/// ordinary scheduling beside 16 busy processes has 5 to 10 ms. A process may have it as root, with CAP_SYS_NICE, or up to
/// its RLIMIT_RTPRIO. A thread with ordinary scheduling asks for short turns instead.
///
/// A real-time thread that never rests would take a processor for itself. So a thread that has worked without a rest for
/// some time continues with ordinary scheduling until it has rested.
struct EngineScheduling: ~Copyable {
  /// How long a thread may work without a rest before it loses real-time scheduling.
  private static let longestWork = LinkDuration.milliseconds(200)

  /// A wait for something that is there already takes less.
  private static let shortestRest = LinkDuration.microseconds(20)

  private let mayBeRealtime: Bool
  /// Whether the thread has real-time scheduling at present.
  private(set) var isRealtime: Bool
  private var rested: LinkInstant

  /// To be created on the engine's thread.
  init() {
    rested = EngineClock.now
    mayBeRealtime = hw_enter_realtime()
    isRealtime = mayBeRealtime
    if !isRealtime { hw_leave_realtime() }
  }

  /// Records that the thread has waited for something to do, from `start` to `end`.
  mutating func waited(from start: LinkInstant, until end: LinkInstant) {
    guard mayBeRealtime else { return }
    if end - start > Self.shortestRest {
      rested = end
      if !isRealtime { isRealtime = hw_enter_realtime() }
    } else if isRealtime, end - rested > Self.longestWork {
      hw_leave_realtime()
      isRealtime = false
    }
  }
}
