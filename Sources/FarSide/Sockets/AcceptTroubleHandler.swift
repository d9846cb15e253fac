import Glibc
import NIOCore
import Synchronization

/// Reports once, on standard error, that connections cannot be accepted because this process has reached its limit of
/// descriptors.
///
/// NIO only tries again after a second. Without this message, the server would seem to hang.
final class AcceptTroubleHandler: ChannelInboundHandler {
  typealias InboundIn = Channel

  private static let hasSpoken = Atomic(false)

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if let error = error as? IOError, [EMFILE, ENFILE].contains(error.errnoCode),
      !Self.hasSpoken.exchange(true, ordering: .relaxed)
    {
      let reason = String(cString: strerror(error.errnoCode))
      let line = "headwind: the servers accept no more connections: \(reason); raise 'ulimit -Hn'\n"
      _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
    }
    context.fireErrorCaught(error)
  }
}
