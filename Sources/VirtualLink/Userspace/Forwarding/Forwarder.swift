import LinkConditions

/// Carries packets between the two ends of the wire, on one thread, until it is told to stop or an end disappears.
///
/// Each round waits for a packet, a departure or a command. Then it receives at most one batch from each end, and
/// sends what is due. While the kernel accepts no packets of a direction, that direction does not receive any either,
/// so that excess packets are dropped and counted in the kernel's receive buffer.
struct Forwarder: ~Copyable {
  private var uplink: DirectionState
  private var downlink: DirectionState
  private var bench: Workbench
  private var events: EventQueue
  private let mailbox: EngineMailbox
  /// When to check again whether an interface that is down has been removed; nil while all are up.
  private var nextCheck: LinkInstant?
  private static let checkInterval = LinkDuration.milliseconds(20)

  init(_ setup: EngineSetup, mailbox: EngineMailbox) throws(LinkError) {
    let bench = try Workbench(
      setup.timeline, tap: setup.tap, board: setup.board, history: setup.history, insight: setup.insight)
    let events = try EventQueue(clientSide: setup.clientSide, farSide: setup.farSide, command: mailbox.bell)
    uplink = DirectionState(
      direction: .uplink, ingress: setup.clientSide, egress: setup.farSide, seed: setup.seed.uplink,
      bench: bench)
    downlink = DirectionState(
      direction: .downlink, ingress: setup.farSide, egress: setup.clientSide, seed: setup.seed.downlink,
      bench: bench)
    self.bench = bench
    self.events = events
    self.mailbox = mailbox
  }

  /// Forwards until a command ends it, or throws the error that made forwarding impossible.
  mutating func run() throws(LinkError) {
    var scheduling = EngineScheduling()
    while true {
      try events.watch(.clientSide, receives: !uplink.isBlocked, sends: downlink.isBlocked)
      try events.watch(.farSide, receives: !downlink.isBlocked, sends: uplink.isBlocked)
      let before = EngineClock.now
      let ready = try events.wait(until: nextInstant, isRealtime: scheduling.isRealtime)
      scheduling.waited(from: before, until: EngineClock.now)
      if ready.contains(.command), handleCommands() { return }
      bench.profile.advance()
      bench.noteProfile()
      try performEvents()
      uplink.adoptProfile(of: &bench)
      downlink.adoptProfile(of: &bench)
      if ready.contains(.clientSideWritable) { downlink.isBlocked = false }
      if ready.contains(.farSideWritable) { uplink.isBlocked = false }
      if ready.contains(.clientSide) { try uplink.receive(with: &bench) }
      if ready.contains(.farSide) { try downlink.receive(with: &bench) }
      try uplink.depart(with: &bench)
      try downlink.depart(with: &bench)
      try checkInterfaces()
    }
  }

  /// Performs the events that the timeline or a command has requested for the link itself.
  private mutating func performEvents() throws(LinkError) {
    for event in bench.profile.takeEvents() {
      switch event {
      case .rebind:
        bench.rebinding.rebind()
        lookAtPackets()
      case .carrier(let isUp):
        // The client's interface has a carrier only while the other end of its veth pair is up.
        try uplink.ingress.setUp(isUp)
      }
      bench.note("\(event)")
    }
  }

  private mutating func lookAtPackets() {
    uplink.lookAtPackets()
    downlink.lookAtPackets()
  }

  /// Checks interfaces that are down. The kernel reports to a socket that its interface went down, but not that it
  /// was removed afterwards.
  private mutating func checkInterfaces() throws(LinkError) {
    guard uplink.isInterfaceDown || downlink.isInterfaceDown else {
      nextCheck = nil
      return
    }
    let now = EngineClock.now
    if let nextCheck, now < nextCheck { return }
    try uplink.checkInterfaces()
    nextCheck = now + Self.checkInterval
  }

  /// The counters so far.
  mutating func takeStatistics() -> LinkStatistics {
    var all = LinkStatistics()
    all.uplink = uplink.takeStatistics()
    all.downlink = downlink.takeStatistics()
    return all
  }

  /// When the forwarder must act even if no packet arrives.
  private var nextInstant: LinkInstant? {
    let departure = Self.earlier(uplink.nextDeparture, downlink.nextDeparture)
    return Self.earlier(nextCheck, Self.earlier(bench.profile.nextInstant, departure))
  }

  private static func earlier(_ one: LinkInstant?, _ other: LinkInstant?) -> LinkInstant? {
    guard let one else { return other }
    guard let other else { return one }
    return min(one, other)
  }

  /// Returns whether one of the commands was `stop`.
  private mutating func handleCommands() -> Bool {
    for command in mailbox.takeCommands() {
      switch command {
      case .change(let timeline, let queued):
        bench.profile.replace(with: timeline, queued: queued)
      case .reset(let timeline):
        bench.rebinding = Rebinding()
        bench.profile.replace(with: timeline, queued: .drop)
        uplink.startOver(with: &bench)
        downlink.startOver(with: &bench)
        bench.note("reset")
      case .follow(let phases):
        bench.profile.append(phases)
        // A packet may be what starts these phases.
        if bench.looksAtPackets { lookAtPackets() }
      case .tap(let tap):
        bench.add(tap)
        bench.profile.attend()
        lookAtPackets()
      case .perform(let event):
        bench.profile.command(event)
        // Perform it before later requests are answered.
        try? performEvents()
      case .report(let answer):
        answer.give(takeStatistics())
      case .stop:
        return true
      }
    }
    return false
  }
}

/// What a forwarder is made from.
struct EngineSetup: Sendable {
  let clientSide: PacketSocket
  let farSide: PacketSocket
  let timeline: Timeline
  let seed: RunSeed
  let tap: (any PacketTap)?
  let board: ProfileBoard
  let history: PhaseHistory
  let insight: (any ConversationInsight)?
}
