/// Determines which profile of a timeline is in force, from the time and the packets that have crossed the link.
///
/// The runner is pure: the engine reports each packet when it leaves the link, and asks again at `nextInstant`.
public struct TimelineRunner: Sendable {
  /// The most conversations that are remembered. The oldest is forgotten first.
  private static let mostConversations = 4096

  /// The original timeline and the phases that were added to it. Phases that have begun may be removed when others are
  /// added.
  public private(set) var timeline: Timeline
  /// Whether to observe packets even if no phase waits for one. Then a phase that is added later knows the current
  /// conversations.
  public var isAttentive = false
  /// The profile in force.
  public private(set) var profile: Profile
  /// The number of phases after the first profile that have begun.
  public private(set) var phase = 0
  /// What started it; nil for the first profile.
  public private(set) var cause: Trigger?
  /// When it came into force.
  public var began: LinkInstant { phaseBegan }

  /// The index of the next phase. If there is no such phase, all have run.
  private var next = 0
  /// How many more times the phases run; nil for forever.
  private var roundsLeft: UInt32?
  private var events: [LinkEvent] = []
  /// What a switch does to the packets that wait, if its phase does not say.
  private let usual: QueuedTreatment
  private var treatment: QueuedTreatment?
  /// When the latest round ended.
  private var lastRound: LinkInstant?
  private var phaseBegan: LinkInstant
  private var lastTraffic: LinkInstant?
  private var uplinkBytes: UInt64 = 0
  private var downlinkBytes: UInt64 = 0
  private var conversations: [UInt64: Conversation] = [:]
  private var oldest: [UInt64] = []
  private var nextToForget = 0

  /// Puts the first profile in force.
  /// - Parameter usual: what a switch does to the packets that wait, if its phase does not say.
  public init(_ timeline: Timeline, usually usual: QueuedTreatment = .keep, startingAt now: LinkInstant) {
    self.timeline = timeline
    self.usual = usual
    phaseBegan = now
    profile = timeline.first
    if case .times(let count) = timeline.repetition { roundsLeft = max(1, count) - 1 }
  }

  /// The pending phases of this round.
  var pendingPhases: ArraySlice<Timeline.Phase> { timeline.phases.dropFirst(next) }

  /// Whether the phases will run again.
  var repeats: Bool { roundsLeft != 0 }

  /// Adds phases after the pending ones. If there are none, times and events of the first added phase count from now. A
  /// timeline that repeats has no end, so this does not change it.
  public mutating func append(_ phases: [Timeline.Phase], at now: LinkInstant) {
    guard !repeats else { return }
    if next == timeline.phases.count { count(from: now) }
    timeline.phases = pendingPhases + phases
    next = 0
  }

  mutating func keepConversations(of other: TimelineRunner) {
    conversations = other.conversations
    oldest = other.oldest
    nextToForget = other.nextToForget
  }

  /// Returns the events of the link since the last call.
  public mutating func takeEvents() -> [LinkEvent] {
    defer { events = [] }
    return events
  }

  /// What the switches since the last call do to the packets that wait: what the most drastic of them does.
  public mutating func takeTreatment() -> QueuedTreatment {
    defer { treatment = nil }
    return treatment ?? usual
  }

  /// Whether a packet can still change anything. If not, no packet needs to be reported.
  public var watchesPackets: Bool {
    isAttentive
      || timeline.phases.dropFirst(roundsLeft == 0 ? next : 0).contains {
        if case .after = $0.trigger { false } else { true }
      }
  }

  /// When to ask again if no packet crosses, or nil.
  public var nextInstant: LinkInstant? {
    switch trigger {
    case .after(let time): phaseBegan + time
    case .idle(let time): lastTraffic.map { $0 + time }
    default: nil
    }
  }

  /// Advances to `now`. Returns true if another profile came into force.
  public mutating func advance(to now: LinkInstant) -> Bool {
    let before = phase
    while let instant = nextInstant, instant <= now {
      if next == 0, phase > 0, skipRounds(to: now) { continue }
      // A late call must not delay later phases.
      begin(at: instant)
    }
    return phase != before
  }

  /// Reports a packet that has crossed the link. Returns true if another profile came into force.
  /// - Parameter revealed: what is known of its content, if it is encrypted or multiplexed.
  public mutating func observe(
    _ packet: ObservedPacket, payload: Span<UInt8>, revealing revealed: RevealedTraffic? = nil
  ) -> Bool {
    let before = phase
    _ = advance(to: packet.instant)
    let trigger = trigger
    guard trigger != nil || isAttentive, packet.transport != .other else { return phase != before }
    lastTraffic = packet.instant
    guard !packet.isDNS else { return phase != before }
    switch packet.direction {
    case .uplink: uplinkBytes &+= UInt64(payload.count)
    case .downlink: downlinkBytes &+= UInt64(payload.count)
    }
    let events = converse(packet, payload: payload, revealed)
    if let trigger, isMet(trigger, by: events, in: packet.flow) { begin(at: packet.instant) }
    return phase != before
  }

  /// The duration of a round if it depends only on time, else nil.
  private var roundTime: LinkDuration? {
    var total = LinkDuration.zero
    for phase in timeline.phases {
      guard case .after(let time) = phase.trigger else { return nil }
      total = total + time
    }
    return total
  }

  /// Skips complete rounds in the past if there are many, because the caller has slept.
  private mutating func skipRounds(to now: LinkInstant) -> Bool {
    guard let time = roundTime, time > .zero else { return false }
    var rounds = (now - phaseBegan).nanoseconds / time.nanoseconds
    if let roundsLeft { rounds = min(rounds, Int64(roundsLeft)) }
    guard rounds > 1000 else { return false }
    phaseBegan = phaseBegan + LinkDuration(nanoseconds: time.nanoseconds.multipliedSaturated(by: rounds))
    roundsLeft = roundsLeft.map { $0 - UInt32(clamping: rounds) }
    return true
  }

  private var trigger: Trigger? {
    next < timeline.phases.count ? timeline.phases[next].trigger : nil
  }

  private func isMet(_ trigger: Trigger, by events: TrafficEvents, in flow: UInt64) -> Bool {
    switch trigger {
    case .after, .idle: false
    case .syn: events.contains(.syn)
    case .request: events.contains(.request)
    case .http(let pattern):
      events.contains(.requestLine) && conversations[flow]?.requestLines.contains(where: pattern.matches) ?? false
    case .requestSent: events.contains(.requestSent)
    case .responseStarted: events.contains(.responseStarted)
    case .quicInitial: events.contains(.quicInitial)
    case .quicHandshake: events.contains(.quicHandshake)
    case .h3Request: events.contains(.h3Request)
    case .bytes(let count, .uplink): uplinkBytes >= count
    case .bytes(let count, .downlink): downlinkBytes >= count
    }
  }

  private mutating func begin(at instant: LinkInstant) {
    let begun = timeline.phases[next]
    profile = begun.profile
    cause = begun.trigger
    if let event = begun.event { events.append(event) }
    treatment = max(treatment ?? .keep, begun.queued ?? usual)
    phase += 1
    next += 1
    if next == timeline.phases.count, roundsLeft != 0 {
      next = 0
      roundsLeft = roundsLeft.map { $0 - 1 }
      // A round that takes no time, or that ends at the end of the clock, would repeat forever at once.
      if let lastRound, lastRound >= instant, roundTime != nil { roundsLeft = 0 }
      lastRound = instant
    }
    count(from: instant)
  }

  private mutating func count(from instant: LinkInstant) {
    phaseBegan = instant
    lastTraffic = nil
    uplinkBytes = 0
    downlinkBytes = 0
  }

  private mutating func converse(
    _ packet: ObservedPacket, payload: Span<UInt8>, _ revealed: RevealedTraffic?
  ) -> TrafficEvents {
    if conversations[packet.flow] == nil { remember(packet.flow) }
    let apparent = conversations[packet.flow, default: Conversation()].observe(packet, payload: payload)
    guard let revealed else { return apparent }
    let known = conversations[packet.flow, default: Conversation()].observe(packet, revealing: revealed)
    return known.union(apparent.intersection([.syn, .quicInitial, .quicHandshake]))
  }

  private mutating func remember(_ flow: UInt64) {
    if oldest.count < Self.mostConversations {
      oldest.append(flow)
    } else {
      conversations[oldest[nextToForget]] = nil
      oldest[nextToForget] = flow
      nextToForget = (nextToForget + 1) % Self.mostConversations
    }
  }
}

extension TimelineRunner {
  /// The profile in force and the pending phases.
  public var progress: TimelineProgress {
    TimelineProgress(profile: profile, pending: Array(pendingPhases), repeats: repeats)
  }

  /// Starts another timeline, and keeps the known conversations.
  public mutating func restart(_ timeline: Timeline, at now: LinkInstant) {
    var fresh = TimelineRunner(timeline, usually: usual, startingAt: now)
    fresh.isAttentive = isAttentive
    fresh.keepConversations(of: self)
    self = fresh
  }
}
