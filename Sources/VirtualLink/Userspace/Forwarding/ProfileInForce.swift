import LinkConditions
import Wire

/// Which profile a link has at the moment: the timeline's, or the one that was put in its place.
struct ProfileInForce: ~Copyable {
  private var runner: TimelineRunner
  /// Counts the changes: a direction that has seen an older one has another profile to adopt.
  private(set) var edition = 0

  init(_ timeline: Timeline) {
    runner = TimelineRunner(timeline, startingAt: EngineClock.now)
  }

  /// Whether packets must be observed one by one, because the next one may change the profile.
  var watchesPackets: Bool { runner.watchesPackets }

  /// When the profile may change without a packet.
  var nextInstant: LinkInstant? { runner.nextInstant }

  func conditions(_ direction: LinkDirection) -> DirectionConditions {
    direction == .uplink ? runner.profile.uplink : runner.profile.downlink
  }

  /// Puts an end to the timeline.
  mutating func replace(with profile: Profile) {
    runner = TimelineRunner(Timeline(first: profile), startingAt: EngineClock.now)
    edition += 1
  }

  /// Moves on with the time, where that matters.
  mutating func advance() {
    guard runner.nextInstant != nil else { return }
    if runner.advance(to: EngineClock.now) { edition += 1 }
  }

  /// Learns of a frame that leaves the link.
  mutating func observe(_ frame: Span<UInt8>, _ direction: LinkDirection, at instant: LinkInstant) {
    let (packet, payload) = ObservedPacket.read(frame, direction: direction, instant: instant)
    if runner.observe(packet, payload: frame.extracting(payload)) { edition += 1 }
  }
}
