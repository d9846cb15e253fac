import Dissection
import Glibc
import Synchronization
import SystemPackage
import TextOutput

/// The signals that a capture handles: SIGINT, SIGTERM and SIGHUP end it properly, SIGUSR1 prints statistics, and
/// SIGUSR2 flushes the output.
///
/// Each makes a descriptor readable, so that a wait for packets ends too. A second signal to end has its default
/// effect and ends the process at once.
struct CaptureSignals {
  enum Request: UInt8, CaseIterable {
    case end = 1
    case statistics = 2
    case flush = 4
  }

  /// The only variables that the signal handlers use. Both are set before the handlers are installed.
  private static let pending = Atomic<UInt8>(0)
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// A descriptor that is readable from the first signal until `take()`. Wait for it together with packets.
  let bell: FileDescriptor

  /// Installs handlers for the given requests, for the rest of the process.
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

  /// Whether a signal has not been handled yet. This is very cheap.
  var hasNews: Bool { Self.pending.load(ordering: .relaxed) != 0 }

  /// The requests since the last call.
  func take() -> [Request] {
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = bytes.withUnsafeMutableBytes { read(bell.rawValue, $0.baseAddress, $0.count) }
    let requests = Self.pending.exchange(0, ordering: .relaxed)
    return Request.allCases.filter { requests & $0.rawValue != 0 }
  }

  private static func install(_ requests: [Request]) {
    // The parent process may have blocked these signals, as test runners and thread pools do.
    var all = sigset_t()
    sigemptyset(&all)
    for request in requests {
      for number in request.signals {
        sigaddset(&all, number)
        let before = signal(number, request.handler)
        // Under nohup(1), SIGHUP is ignored and stays ignored.
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
