import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// Serves the page and the API on 127.0.0.1, and nowhere else.
public final class ConsoleServer: Sendable {
  /// The address to open, with the token in its fragment, which browsers send to nobody.
  public let address: String
  private let group: MultiThreadedEventLoopGroup
  private let listener: any Channel
  /// Where the API answers.
  private let queues = AnswerQueues()

  /// Begins to serve.
  /// - Parameter port: 0 for any that is free.
  /// - Throws: `IOError` if the port cannot be had.
  public init(_ api: ConsoleAPI, port: Int, token: String = ConsoleServer.makeToken()) throws {
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let guards = GuardBox()
    let bootstrap = ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { [queues] channel in
        guard let access = guards.access.withLock({ $0 }) else { return channel.close() }
        return Self.configure(channel, api, access, queues)
      }
    do {
      listener = try bootstrap.bind(host: "127.0.0.1", port: port).wait()
      let port = listener.localAddress?.port ?? port
      guards.access.withLock { $0 = AccessGuard(token: token, port: port) }
      address = "http://127.0.0.1:\(port)/#token=\(token)"
    } catch {
      try? group.syncShutdownGracefully()
      throw error
    }
  }

  /// A token that nobody can guess.
  public static func makeToken() -> String { AccessGuard.makeToken() }

  /// Accepts no more connections, and returns once the answers that are being made are made. Stop the store before.
  ///
  /// The thread of the connections ends with the process: a request that comes this late must still find it.
  public func stop() {
    // Closing fails only if it was already done.
    try? listener.close().wait()
    queues.drain()
  }

  private static func configure(
    _ channel: any Channel, _ api: ConsoleAPI, _ access: AccessGuard, _ queues: AnswerQueues
  ) -> EventLoopFuture<Void> {
    let events = NIOWebSocketServerUpgrader(
      shouldUpgrade: { channel, head in
        let isAllowed =
          head.uri == "/api/events" && access.isAddressedHere(head.headers)
          && access.hasTokenAmongProtocols(head.headers)
        // The protocol that is chosen must be one that was offered, and not the token.
        let answer = isAllowed ? HTTPHeaders([("Sec-WebSocket-Protocol", "headwind")]) : nil
        return channel.eventLoop.makeSucceededFuture(answer)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(EventHandler(api)) }
      })
    return channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.configureHTTPServerPipeline(
        withServerUpgrade: (
          upgraders: [events],
          completionHandler: { context in
            context.pipeline.syncOperations.removeHandler(name: PageHandler.name, promise: nil)
          }
        ))
      try pipeline.addHandler(PageHandler(api, access, queues), name: PageHandler.name)
    }
  }
}
