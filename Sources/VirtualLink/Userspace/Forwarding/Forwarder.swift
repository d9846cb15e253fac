import LinkConditions

/// Carries packets between the two ends of the wire, on one thread, until it is told to stop or an end is gone.
///
/// Each round waits for a packet, for a packet's departure or for a command; then receives at most a batch from each
/// end, and sends what is due. A direction whose packets the kernel does not take for the moment receives none either,
/// so that what is too much is dropped, and counted, in the kernel's own buffer.
struct Forwarder: ~Copyable {
  private var uplink: DirectionState
  private var downlink: DirectionState
  private var bench: Workbench
  private var events: EventQueue
  private let mailbox: EngineMailbox
  /// When to ask again whether an interface that is down is gone; nil while all are up.
  private var nextCheck: LinkInstant?
  private static let checkInterval = LinkDuration.milliseconds(20)

  init(_ setup: EngineSetup, mailbox: EngineMailbox) throws(LinkError) {
    let bench = try Workbench(setup.timeline, tap: setup.tap, board: setup.board)
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

  /// Forwards until a command ends it, or throws what made it impossible.
  mutating func run() throws(LinkError) {
    while true {
      try events.watch(.clientSide, receives: !uplink.isBlocked, sends: downlink.isBlocked)
      try events.watch(.farSide, receives: !downlink.isBlocked, sends: uplink.isBlocked)
      let ready = try events.wait(until: nextInstant)
      if ready.contains(.command), handleCommands() { return }
      bench.profile.advance()
      try performEvents()
      uplink.adoptProfile(of: bench)
      downlink.adoptProfile(of: bench)
      if ready.contains(.clientSideWritable) { downlink.isBlocked = false }
      if ready.contains(.farSideWritable) { uplink.isBlocked = false }
      if ready.contains(.clientSide) { try uplink.receive(with: &bench) }
      if ready.contains(.farSide) { try downlink.receive(with: &bench) }
      try uplink.depart(with: &bench)
      try downlink.depart(with: &bench)
      try checkInterfaces()
    }
  }

  /// Does what the timeline or a command wants to happen to the link itself.
  private mutating func performEvents() throws(LinkError) {
    for event in bench.profile.takeEvents() {
      switch event {
      case .rebind:
        bench.rebinding.rebind()
        lookAtPackets()
      case .carrier(let isUp):
        // The client's interface has a carrier as long as the other end of its pair is up.
        try uplink.ingress.setUp(isUp)
      }
      bench.note("\(event)")
    }
  }

  private mutating func lookAtPackets() {
    uplink.lookAtPackets()
    downlink.lookAtPackets()
  }

  /// The kernel tells a socket that its interface was taken down, but nothing more when it is removed after that.
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

  /// What has happened so far.
  mutating func takeStatistics() -> LinkStatistics {
    var all = LinkStatistics()
    all.uplink = uplink.takeStatistics()
    all.downlink = downlink.takeStatistics()
    return all
  }

  /// When something is to be done even if nothing comes.
  private var nextInstant: LinkInstant? {
    let departure = Self.earlier(uplink.nextDeparture, downlink.nextDeparture)
    return Self.earlier(nextCheck, Self.earlier(bench.profile.nextInstant, departure))
  }

  private static func earlier(_ one: LinkInstant?, _ other: LinkInstant?) -> LinkInstant? {
    guard let one else { return other }
    guard let other else { return one }
    return min(one, other)
  }

  /// Whether one of the commands was to stop.
  private mutating func handleCommands() -> Bool {
    for command in mailbox.takeCommands() {
      switch command {
      case .change(let timeline):
        bench.profile.replace(with: timeline)
      case .reset(let timeline):
        bench.rebinding = Rebinding()
        bench.profile.replace(with: timeline)
        uplink.startOver(with: &bench)
        downlink.startOver(with: &bench)
        bench.note("reset")
      case .follow(let phases):
        bench.profile.append(phases)
        // What is to start them may be a packet.
        if bench.looksAtPackets { lookAtPackets() }
      case .tap(let tap):
        bench.add(tap)
        bench.profile.attend()
        lookAtPackets()
      case .perform(let event):
        bench.profile.command(event)
        // Whoever asks next is to find it done.
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
