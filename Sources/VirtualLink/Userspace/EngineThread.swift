import CLinux
import Glibc
import Synchronization

/// The thread that a forwarder runs on.
final class EngineThread: Sendable {
  /// The data of the thread.
  ///
  /// Unchecked: it is created before the thread starts, and then used only by the thread until it has been joined.
  private final class Body: @unchecked Sendable {
    var forwarder: Forwarder
    let mailbox: EngineMailbox
    let onFailure: @Sendable (LinkError) -> Void
    var statistics = LinkStatistics()

    init(
      _ forwarder: consuming Forwarder, _ mailbox: EngineMailbox, _ onFailure: @escaping @Sendable (LinkError) -> Void
    ) {
      self.forwarder = forwarder
      self.mailbox = mailbox
      self.onFailure = onFailure
    }

    /// Runs the forwarder: in real time where that is allowed, otherwise in a session of its own, so that the threads of the
    /// program that uses the link do not take the processor from it (sched(7), "The autogroup feature").
    func run() {
      guard !hw_enter_realtime() else { return forward() }
      // Unsafe: the C interface passes the body as an untyped pointer. This call keeps it alive until the work is done.
      let result = withExtendedLifetime(self) {
        hw_run_apart(
          { pointer in
            if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeUnretainedValue().forward() }
          }, Unmanaged.passUnretained(self).toOpaque())
      }
      if result < 0 { forward() }
      if result > 0 { bury(killedBy: result) }
    }

    /// Does what the engine's process could not do any more, on a thread of its own: this one must not lock anything.
    private func bury(killedBy signal: CInt) {
      try? OwnThread.start { [self] in
        mailbox.end(with: LinkStatistics())
        onFailure(LinkError("the engine was killed by signal \(signal)"))
      }
    }

    private func forward() {
      hw_prepare_thread("headwind-link")
      var failure: LinkError?
      do {
        try forwarder.run()
      } catch {
        failure = error
      }
      statistics = forwarder.takeStatistics()
      mailbox.end(with: statistics)
      if let failure { onFailure(failure) }
    }
  }

  private let body: Body
  private let thread: pthread_t

  init(
    _ setup: EngineSetup, mailbox: EngineMailbox, onFailure: @escaping @Sendable (LinkError) -> Void
  ) throws(LinkError) {
    body = Body(try Forwarder(setup, mailbox: mailbox), mailbox, onFailure)
    thread = try Self.spawn(body)
  }

  /// Ends the forwarder and waits for the thread, unless it is the calling thread.
  func stop() -> LinkStatistics {
    guard pthread_equal(thread, pthread_self()) == 0 else {
      pthread_detach(thread)
      return body.statistics
    }
    body.mailbox.post(.stop)
    pthread_join(thread, nil)
    return body.statistics
  }

  private static func spawn(_ body: Body) throws(LinkError) -> pthread_t {
    // Signals are for the program's other threads: the new thread inherits a mask that blocks them all.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var thread = pthread_t()
    // Unsafe: the C interface passes the body as an untyped pointer. The new thread takes over its reference.
    let reference = Unmanaged.passRetained(body)
    let error = pthread_create(
      &thread, nil,
      { pointer in
        if let pointer { Unmanaged<Body>.fromOpaque(pointer).takeRetainedValue().run() }
        return nil
      }, reference.toOpaque())
    guard error == 0 else {
      reference.release()
      throw LinkError("start a thread", errno: error)
    }
    return thread
  }
}
