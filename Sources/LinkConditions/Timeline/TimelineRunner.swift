/// Says which profile of a timeline is in force, from the packets that crossed the link and the time.
///
/// Pure: the engine reports each packet as it leaves the link, and asks at `nextInstant`.
public struct TimelineRunner: Sendable {
  /// As many conversations as are kept in mind; the oldest is forgotten first.
  private static let mostConversations = 4096

  /// What was given, and what was added since; phases that have begun may be left out when others are added.
  public private(set) var timeline: Timeline
  /// Whether packets are observed though no phase waits for one, so that a phase that is added later knows the
  /// conversations that are going on then.
  public var isAttentive = false
  /// The profile in force.
  public private(set) var profile: Profile
  /// How many phases after the first profile have begun.
  public private(set) var phase = 0
  /// What started it: nil at first.
  public private(set) var cause: Trigger?
  /// When it came into force.
  public var began: LinkInstant { phaseBegan }

  /// Which phase is next; all have been gone through if there is none.
  private var next = 0
  /// How many more times all are gone through; nil for ever.
  private var roundsLeft: UInt32?
  private var events: [LinkEvent] = []
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
  public init(_ timeline: Timeline, startingAt now: LinkInstant) {
    self.timeline = timeline
    phaseBegan = now
    profile = timeline.first
    if case .times(let count) = timeline.repetition { roundsLeft = max(1, count) - 1 }
  }

  /// The phases that are still to come in this round.
  var pendingPhases: ArraySlice<Timeline.Phase> { timeline.phases.dropFirst(next) }

  /// Whether all phases will be gone through again.
  var repeats: Bool { roundsLeft != 0 }

  /// Adds phases after those that are still to come. Where there are none, what starts the first of these is counted and
  /// seen from now on. A timeline that repeats has no end: it stays as it is.
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

  /// Hands over what has happened to the link itself since it was last asked.
  public mutating func takeEvents() -> [LinkEvent] {
    defer { events = [] }
    return events
  }

  /// Whether a packet can still change anything; if not, none needs to be reported.
  public var watchesPackets: Bool {
    isAttentive
      || timeline.phases.dropFirst(roundsLeft == 0 ? next : 0).contains {
        if case .after = $0.trigger { false } else { true }
      }
  }

  /// When to ask again even if no packet crosses, or nil.
  public var nextInstant: LinkInstant? {
    switch trigger {
    case .after(let time): phaseBegan + time
    case .idle(let time): lastTraffic.map { $0 + time }
    default: nil
    }
  }

  /// Moves on to `now`; true if another profile came into force.
  public mutating func advance(to now: LinkInstant) -> Bool {
    let before = phase
    while let instant = nextInstant, instant <= now {
      if next == 0, phase > 0, skipRounds(to: now) { continue }
      // A late question does not make later phases late.
      begin(at: instant)
    }
    return phase != before
  }

  /// Learns of a packet that has crossed the link; true if another profile came into force.
  public mutating func observe(_ packet: ObservedPacket, payload: Span<UInt8>) -> Bool {
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
    let events = converse(packet, payload: payload)
    if let trigger, isMet(trigger, by: events, in: packet.flow) { begin(at: packet.instant) }
    return phase != before
  }

  /// What a round takes, if it depends on the time alone; else nil.
  private var roundTime: LinkDuration? {
    var total = LinkDuration.zero
    for phase in timeline.phases {
      guard case .after(let time) = phase.trigger else { return nil }
      total = total + time
    }
    return total
  }

  /// Passes over rounds that are wholly in the past, if they are many: whoever asks has slept.
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
      events.contains(.requestLine) && conversations[flow].map { pattern.matches($0.requestLine.bytes) } ?? false
    case .requestSent: events.contains(.requestSent)
    case .responseStarted: events.contains(.responseStarted)
    case .bytes(let count, .uplink): uplinkBytes >= count
    case .bytes(let count, .downlink): downlinkBytes >= count
    }
  }

  private mutating func begin(at instant: LinkInstant) {
    let begun = timeline.phases[next]
    profile = begun.profile
    cause = begun.trigger
    if let event = begun.event { events.append(event) }
    phase += 1
    next += 1
    if next == timeline.phases.count, roundsLeft != 0 {
      next = 0
      roundsLeft = roundsLeft.map { $0 - 1 }
      // A round that takes no time, or that ends at the clock's own end, would be gone through for ever at once.
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

  private mutating func converse(_ packet: ObservedPacket, payload: Span<UInt8>) -> TrafficEvents {
    if conversations[packet.flow] == nil { remember(packet.flow) }
    return conversations[packet.flow, default: Conversation()].observe(packet, payload: payload)
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
