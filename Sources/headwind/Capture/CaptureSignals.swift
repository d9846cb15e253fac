import Dissection
import Glibc
import Synchronization
import SystemPackage
import TextOutput

/// The signals that a capture answers: SIGINT, SIGTERM and SIGHUP end it in good order, SIGUSR1 asks how it goes, SIGUSR2 to write
/// what is buffered.
///
/// Each makes a descriptor readable, so that a wait for packets ends too. A second signal that asks for the end ends the
/// process as if nothing had been arranged.
struct CaptureSignals {
  enum Request: UInt8, CaseIterable {
    case end = 1
    case statistics = 2
    case flush = 4
  }

  /// Touched by the handlers, which may do nothing else: both are set up before the handlers are installed.
  private static let pending = Atomic<UInt8>(0)
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// Readable from the first signal on until `take()`; to be waited for along with packets.
  let bell: FileDescriptor

  /// Arranges it, for the rest of the process, for those signals that are to be answered.
  static func arrange(answering requests: [Request] = Request.allCases) throws(Failure) -> CaptureSignals {
    do {
      let pipe = try FileDescriptor.pipe()
      for end in [pipe.readEnd, pipe.writeEnd] {
        _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC)
        _ = fcntl(end.rawValue, F_SETFL, O_NONBLOCK)
      }
      writeEnd = pipe.writeEnd.rawValue
      pending.store(0, ordering: .relaxed)
      install(requests)
      return CaptureSignals(bell: pipe.readEnd)
    } catch {
      throw Failure("cannot make a pipe: \(error)", status: ExitStatus.environment)
    }
  }

  /// Whether a signal came that was not answered yet; it costs next to nothing to ask.
  var hasNews: Bool { Self.pending.load(ordering: .relaxed) != 0 }

  /// What was asked for since the last call.
  func take() -> [Request] {
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = bytes.withUnsafeMutableBytes { read(bell.rawValue, $0.baseAddress, $0.count) }
    let requests = Self.pending.exchange(0, ordering: .relaxed)
    return Request.allCases.filter { requests & $0.rawValue != 0 }
  }

  private static func install(_ requests: [Request]) {
    // Whoever started us may have held them back, as test runners and thread pools do.
    var all = sigset_t()
    sigemptyset(&all)
    for request in requests {
      for number in request.signals {
        sigaddset(&all, number)
        let before = signal(number, request.handler)
        // nohup(1) has SIGHUP ignored, and so it stays.
        if number == SIGHUP, isIgnored(before) { signal(number, SIG_IGN) }
      }
    }
    pthread_sigmask(SIG_UNBLOCK, &all, nil)
  }

  private static func isIgnored(_ handler: sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  fileprivate static func ring(_ request: Request) {
    let code = errno
    pending.bitwiseOr(request.rawValue, ordering: .relaxed)
    var byte: UInt8 = 0
    _ = write(writeEnd, &byte, 1)
    errno = code
  }
}

extension CaptureSignals.Request {
  fileprivate var signals: [Int32] {
    switch self {
    case .end: [SIGINT, SIGTERM, SIGHUP]
    case .statistics: [SIGUSR1]
    case .flush: [SIGUSR2]
    }
  }

  fileprivate var handler: sighandler_t {
    switch self {
    case .end:
      { number in
        signal(number, SIG_DFL)
        CaptureSignals.ring(.end)
      }
    case .statistics: { _ in CaptureSignals.ring(.statistics) }
    case .flush: { _ in CaptureSignals.ring(.flush) }
    }
  }
}
