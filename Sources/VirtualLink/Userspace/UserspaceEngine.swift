import Glibc
public import LinkConditions
import Synchronization

/// The engine that works on every kernel. It carries each frame between the two ends of a link's wire itself.
///
/// The two sockets must be opened on a thread in the wire's namespace; the engine's own thread can be in any
/// namespace. The engine runs from `start` to `stop`, or until an end of the wire is deleted, which it reports to
/// `onFailure`.
public final class UserspaceEngine: LinkEngine {
  /// Headwind's own.
  public var kind: EngineKind { .userspace }

  private enum State {
    case ready
    case running(EngineThread)
    case ended(LinkStatistics)
  }

  private let setup: EngineSetup
  private let mailbox: EngineMailbox
  private let onFailure: @Sendable (LinkError) -> Void
  private let state = Mutex(State.ready)

  /// Creates an engine that does not run yet.
  /// - Parameters:
  ///   - clientSide: the end of the wire towards the client, m0.
  ///   - farSide: the end of the wire towards the far side, m1.
  ///   - timeline: the first profile and the phases that follow.
  ///   - seed: the seed of the random decisions.
  ///   - tap: sees each frame, on the engine's thread.
  ///   - insight: reads for the timeline what conversations say inside TLS.
  ///   - history: gets the profiles as they come into force.
  ///   - onFailure: called once, on the engine's thread, if the engine fails before it is stopped.
  /// - Throws: `LinkError` if the process is out of file descriptors.
  public init(
    clientSide: PacketSocket, farSide: PacketSocket, timeline: Timeline, seed: RunSeed, tap: (any PacketTap)? = nil,
    insight: (any ConversationInsight)? = nil, history: PhaseHistory = PhaseHistory(),
    onFailure: @escaping @Sendable (LinkError) -> Void = { _ in }
  ) throws(LinkError) {
    setup = EngineSetup(
      clientSide: clientSide, farSide: farSide, timeline: timeline, seed: seed, tap: tap,
      board: ProfileBoard(timeline.first), history: history, insight: insight)
    mailbox = try EngineMailbox()
    self.onFailure = onFailure
  }

  /// Creates an engine with one profile.
  public convenience init(
    clientSide: PacketSocket, farSide: PacketSocket, profile: Profile, seed: RunSeed, tap: (any PacketTap)? = nil,
    onFailure: @escaping @Sendable (LinkError) -> Void = { _ in }
  ) throws(LinkError) {
    try self.init(
      clientSide: clientSide, farSide: farSide, timeline: Timeline(first: profile), seed: seed, tap: tap,
      onFailure: onFailure)
  }

  deinit {
    stop()
  }

  /// Starts carrying packets. An engine can be started only once.
  public func start() throws(LinkError) {
    try state.withLock { state throws(LinkError) in
      guard case .ready = state else { return }
      state = .running(try EngineThread(setup, mailbox: mailbox, onFailure: onFailure))
    }
  }

  public var usualTreatment: QueuedTreatment { .rerate }

  public func change(to timeline: Timeline, queued: QueuedTreatment?) {
    mailbox.post(.change(timeline, queued ?? usualTreatment))
    _ = try? statistics()
  }

  public func reset(to timeline: Timeline) {
    mailbox.post(.reset(timeline))
    _ = try? statistics()
  }

  public func follow(_ phases: [Timeline.Phase]) {
    mailbox.post(.follow(phases))
    _ = try? statistics()
  }

  public var progress: TimelineProgress { setup.board.progress }

  public func observe(_ tap: any PacketTap) {
    mailbox.post(.tap(tap))
    _ = try? statistics()
  }

  public func perform(_ event: LinkEvent) {
    mailbox.post(.perform(event))
    _ = try? statistics()
  }

  /// The counters as of now.
  public func statistics() throws(LinkError) -> LinkStatistics {
    try state.withLock { state throws(LinkError) in
      switch state {
      case .ready: return LinkStatistics()
      case .ended(let statistics): return statistics
      case .running:
        let answer = try EngineAnswer()
        mailbox.post(.report(answer))
        return answer.take()
      }
    }
  }

  /// Stops the engine and waits for its thread. Queued packets are lost. May be called more than once.
  /// - Returns: the final counters.
  @discardableResult
  public func stop() -> LinkStatistics {
    state.withLock { state in
      switch state {
      case .ready: break
      case .ended(let statistics): return statistics
      case .running(let thread):
        let statistics = thread.stop()
        state = .ended(statistics)
        return statistics
      }
      state = .ended(LinkStatistics())
      return LinkStatistics()
    }
  }
}
