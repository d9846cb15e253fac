/// Says which profile of a timeline is in force, from the packets that crossed the link and the time.
///
/// Pure: the engine reports each packet as it leaves the link, and asks at `nextInstant`.
public struct TimelineRunner: Sendable {
  /// As many conversations as are kept in mind; the oldest is forgotten first.
  private static let mostConversations = 4096

  public let timeline: Timeline
  /// How many phases after the first profile have begun.
  public private(set) var phase = 0

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
  }

  /// The profile in force.
  public var profile: Profile {
    phase == 0 ? timeline.first : timeline.phases[phase - 1].profile
  }

  /// Whether a packet can still change anything; if not, none needs to be reported.
  public var watchesPackets: Bool {
    timeline.phases.dropFirst(phase).contains {
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
      // A late question does not make later phases late.
      begin(at: instant)
    }
    return phase != before
  }

  /// Learns of a packet that has crossed the link; true if another profile came into force.
  public mutating func observe(_ packet: ObservedPacket, payload: Span<UInt8>) -> Bool {
    let before = phase
    _ = advance(to: packet.instant)
    guard let trigger, packet.transport != .other else { return phase != before }
    lastTraffic = packet.instant
    guard !packet.isDNS else { return phase != before }
    switch packet.direction {
    case .uplink: uplinkBytes &+= UInt64(payload.count)
    case .downlink: downlinkBytes &+= UInt64(payload.count)
    }
    let events = converse(packet, payload: payload)
    if isMet(trigger, by: events) { begin(at: packet.instant) }
    return phase != before
  }

  private var trigger: Trigger? {
    phase < timeline.phases.count ? timeline.phases[phase].trigger : nil
  }

  private func isMet(_ trigger: Trigger, by events: TrafficEvents) -> Bool {
    switch trigger {
    case .after, .idle: false
    case .syn: events.contains(.syn)
    case .request: events.contains(.request)
    case .requestSent: events.contains(.requestSent)
    case .responseStarted: events.contains(.responseStarted)
    case .bytes(let count, .uplink): uplinkBytes >= count
    case .bytes(let count, .downlink): downlinkBytes >= count
    }
  }

  private mutating func begin(at instant: LinkInstant) {
    phase += 1
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
