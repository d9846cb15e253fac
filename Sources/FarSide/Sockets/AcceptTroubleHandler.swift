import Glibc
import NIOCore
import Synchronization

/// Says once on standard error that connections wait because this process may have no more descriptors.
///
/// NIO goes on and tries again after a second; without a word a client would seem to meet a server that hangs.
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
