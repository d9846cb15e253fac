import CLinux
import Glibc
import LinkConditions
import Synchronization

/// The events that a forwarder waits for: packets at both ends of the wire, a departure, and commands.
///
/// The timer is a timerfd, because an epoll timeout can be late by a thousandth of its length. It expires slightly
/// before the instant, by the recent wake-up latency; the thread then polls until the instant (``WakeLead``).
struct EventQueue: ~Copyable {
  /// What has happened.
  struct Ready: OptionSet {
    let rawValue: UInt32
    static let clientSide = Ready(rawValue: 1)
    static let farSide = Ready(rawValue: 2)
    static let clientSideWritable = Ready(rawValue: 4)
    static let farSideWritable = Ready(rawValue: 8)
    static let command = Ready(rawValue: 16)
  }

  /// One of the two sockets.
  enum End: Int {
    case clientSide
    case farSide
  }

  private let queue: CInt
  private let timer: CInt
  private let sockets: [CInt]
  private var watched: [UInt32] = [0, 0]
  /// The instant to which the timer is set.
  private var alarm: LinkInstant?
  private var lead = WakeLead()
  // Unsafe: the kernel writes at most `capacity` events here.
  private let events: UnsafeMutablePointer<epoll_event>
  private static let capacity = 4

  private enum Token {
    static let timer: UInt32 = 2
    static let command: UInt32 = 3
  }

  init(clientSide: PacketSocket, farSide: PacketSocket, command: CInt) throws(LinkError) {
    queue = epoll_create1(CInt(EPOLL_CLOEXEC))
    timer = timerfd_create(CLOCK_MONOTONIC, CInt(TFD_NONBLOCK | TFD_CLOEXEC))
    sockets = [clientSide.descriptor, farSide.descriptor]
    events = .allocate(capacity: Self.capacity)
    guard queue >= 0, timer >= 0 else { throw LinkError("create an event queue", errno: errno) }
    try add(sockets[0], 0, events: 0)
    try add(sockets[1], 1, events: 0)
    // Edge-triggered: reported once each time it expires, so that it need not be read.
    try add(timer, Token.timer, events: EPOLLIN.rawValue | EPOLLET.rawValue)
    try add(command, Token.command, events: EPOLLIN.rawValue)
  }

  deinit {
    close(timer)
    close(queue)
    events.deallocate()
  }

  /// Sets what to wait for at one end.
  mutating func watch(_ end: End, receives: Bool, sends: Bool) throws(LinkError) {
    let wanted = (receives ? EPOLLIN.rawValue : 0) | (sends ? EPOLLOUT.rawValue : 0)
    guard watched[end.rawValue] != wanted else { return }
    watched[end.rawValue] = wanted
    var event = epoll_event(events: wanted, data: epoll_data_t(u32: UInt32(end.rawValue)))
    guard epoll_ctl(queue, EPOLL_CTL_MOD, sockets[end.rawValue], &event) == 0 else {
      throw LinkError("wait for packets", errno: errno)
    }
  }

  /// Waits until an event occurs or the instant has come. With nil, it waits until an event occurs.
  ///
  /// A real-time thread that polls must give way: the engines of other links have the same priority, and would have to wait
  /// until it sleeps.
  ///
  /// It can return slightly before the instant without an event. Call it again then.
  mutating func wait(until instant: LinkInstant?, isRealtime: Bool) throws(LinkError) -> Ready {
    guard let instant else {
      if alarm != nil { try setTimer(0) }
      alarm = nil
      return try look(waiting: true)
    }
    let now = EngineClock.now
    switch lead.way(to: instant, from: now) {
    case .arrived:
      return try look(waiting: false)
    case .watchful:
      guard Self.takePoll() else { return try sleep(until: instant) }
      defer { Self.pollers.subtract(1, ordering: .relaxed) }
      let ready = try watchfully(until: instant, isRealtime: isRealtime)
      lead.spent(EngineClock.now - now)
      return ready
    case .asleep(let wake):
      return try sleep(until: wake)
    }
  }

  /// How many engines of this process are polling. Half of the processors is left for those who send and receive: they have
  /// ordinary scheduling, and would wait for real-time threads.
  private static let pollers = Atomic(0)
  private static let mostPollers = max(1, Int(hw_usable_cores()) / 2)

  private static func takePoll() -> Bool {
    if pollers.add(1, ordering: .relaxed).newValue <= mostPollers { return true }
    pollers.subtract(1, ordering: .relaxed)
    return false
  }

  private mutating func sleep(until wake: LinkInstant) throws(LinkError) -> Ready {
    if alarm != wake { try setTimer(wake.nanoseconds) }
    alarm = wake
    return try look(waiting: true)
  }

  /// Polls without sleeping until an event occurs or the instant has come.
  private mutating func watchfully(until instant: LinkInstant, isRealtime: Bool) throws(LinkError) -> Ready {
    while EngineClock.now < instant {
      let ready = try look(waiting: false)
      if !ready.isEmpty { return ready }
      if isRealtime { sched_yield() }
    }
    return []
  }

  /// The events that have occurred. With `waiting`, sleeps until there is one.
  private mutating func look(waiting: Bool) throws(LinkError) -> Ready {
    let count = epoll_wait(queue, events, CInt(Self.capacity), waiting ? -1 : 0)
    if count < 0 {
      guard errno == EINTR else { throw LinkError("wait for packets", errno: errno) }
      return []
    }
    var ready: Ready = []
    for index in 0..<Int(count) {
      if events[index].data.u32 == Token.timer, waiting, let alarm { lead.woke(late: EngineClock.now - alarm) }
      ready.formUnion(meaning(of: events[index]))
    }
    return ready
  }

  private func meaning(of event: epoll_event) -> Ready {
    // The next receive or send reports the error.
    let receives = event.events & (EPOLLIN.rawValue | EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
    let sends = event.events & (EPOLLOUT.rawValue | EPOLLERR.rawValue) != 0
    switch event.data.u32 {
    case 0: return (receives ? Ready.clientSide : []).union(sends ? .clientSideWritable : [])
    case 1: return (receives ? Ready.farSide : []).union(sends ? .farSideWritable : [])
    case Token.timer: return []
    default: return .command
    }
  }

  private func setTimer(_ nanoseconds: Int64) throws(LinkError) {
    var setting = itimerspec()
    setting.it_value.tv_sec = Int(nanoseconds / 1_000_000_000)
    setting.it_value.tv_nsec = Int(nanoseconds % 1_000_000_000)
    guard timerfd_settime(timer, CInt(TFD_TIMER_ABSTIME), &setting, nil) == 0 else {
      throw LinkError("set a timer", errno: errno)
    }
  }

  private func add(_ descriptor: CInt, _ token: UInt32, events: UInt32) throws(LinkError) {
    var event = epoll_event(events: events, data: epoll_data_t(u32: token))
    guard epoll_ctl(queue, EPOLL_CTL_ADD, descriptor, &event) == 0 else {
      throw LinkError("create an event queue", errno: errno)
    }
  }
}
