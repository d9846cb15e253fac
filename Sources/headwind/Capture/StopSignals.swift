import Glibc
import SystemPackage

/// Turns SIGINT and SIGTERM into a descriptor that becomes readable, so that a wait for packets can end in good order.
///
/// A second signal of either kind ends the process as if nothing had been arranged.
enum StopSignals {
  /// Written by the handler, which may only touch what no thread changes: it is set before the handler is installed.
  nonisolated(unsafe) private static var writeEnd: Int32 = -1

  /// Arranges it, for the rest of the process.
  static func asDescriptor() throws(Failure) -> FileDescriptor {
    do {
      let pipe = try FileDescriptor.pipe()
      writeEnd = pipe.writeEnd.rawValue
      // Whoever started us may have held them back, as test runners and thread pools do.
      var stops = sigset_t()
      sigemptyset(&stops)
      for stop in [SIGINT, SIGTERM] {
        sigaddset(&stops, stop)
        signal(stop) { number in
          signal(number, SIG_DFL)
          var byte: UInt8 = 0
          _ = write(StopSignals.writeEnd, &byte, 1)
        }
      }
      pthread_sigmask(SIG_UNBLOCK, &stops, nil)
      return pipe.readEnd
    } catch {
      throw Failure("cannot make a pipe: \(error)", status: ExitStatus.environment)
    }
  }
}
