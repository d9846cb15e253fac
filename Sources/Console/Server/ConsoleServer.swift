import BackPressure
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket

/// Serves the page and the API at one place.
public final class ConsoleServer: Sendable {
  /// The address to open. Where a token is enough, it is in the fragment, which browsers send to nobody.
  public let address: String
  private let group: MultiThreadedEventLoopGroup
  private let listener: any Channel
  private let socket: SocketFile?
  /// Where the API answers.
  private let queues = AnswerQueues()

  /// Begins to serve.
  /// - Throws: `IOError` if the place cannot be had, `NIOSSLError` if the certificate cannot be used.
  public init(_ api: ConsoleAPI, at place: ConsolePlace, token: String = ConsoleServer.makeToken()) throws {
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      let context = try Self.securityContext(of: place)
      // The port is known only once connections may come.
      let box = ReceptionBox()
      let bootstrap = ServerBootstrap(group: group)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelInitializer { [queues] channel in
          guard let reception = box.current else { return channel.close() }
          return Self.configure(channel, api, reception, queues, context)
        }
      listener = try Self.bind(bootstrap, place)
      socket = if case .socket(let path) = place { SocketFile(path: path) } else { nil }
      let port = listener.localAddress?.port ?? 0
      box.set(Self.reception(at: place, port: port, token: token))
      address = Self.address(of: place, port: port, token: token)
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
    socket?.removeIfAbandoned()
    queues.drain()
  }
}

extension ConsoleServer {
  private static func bind(_ bootstrap: ServerBootstrap, _ place: ConsolePlace) throws -> any Channel {
    switch place {
    case .loopback(let port): return try bootstrap.bind(host: "127.0.0.1", port: port).wait()
    case .network(let host, let port, _, _): return try bootstrap.bind(host: host, port: port).wait()
    case .socket(let path):
      SocketFile(path: path).removeIfAbandoned()
      return try SocketFile.privately { try bootstrap.bind(unixDomainSocketPath: path).wait() }
    }
  }

  private static func reception(at place: ConsolePlace, port: Int, token: String) -> Reception {
    switch place {
    case .loopback: Reception(access: AccessGuard(token: token, names: .loopback(port: port)), login: nil)
    case .socket: Reception(access: AccessGuard(token: token, names: .forwarded), login: nil)
    case .network(_, _, _, let password):
      Reception(access: AccessGuard(token: token, names: .any), login: LoginDesk(token: token, password: password))
    }
  }

  private static func address(of place: ConsolePlace, port: Int, token: String) -> String {
    switch place {
    case .loopback: "http://127.0.0.1:\(port)/#token=\(token)"
    case .socket: "http://localhost/#token=\(token)"
    case .network(let host, _, _, _): "https://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
    }
  }

  private static func securityContext(of place: ConsolePlace) throws -> NIOSSLContext? {
    guard case .network(_, _, let certificate, _) = place else { return nil }
    let chain = try NIOSSLCertificate.fromPEMBytes(certificate.chain)
    let key = try NIOSSLPrivateKey(bytes: certificate.key, format: .pem)
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
    configuration.minimumTLSVersion = .tlsv12
    configuration.applicationProtocols = ["http/1.1"]
    return try NIOSSLContext(configuration: configuration)
  }

  private static func configure(
    _ channel: any Channel, _ api: ConsoleAPI, _ reception: Reception, _ queues: AnswerQueues, _ context: NIOSSLContext?
  ) -> EventLoopFuture<Void> {
    let events = NIOWebSocketServerUpgrader(
      shouldUpgrade: { channel, head in
        let isAllowed =
          head.uri == "/api/events" && reception.access.isAddressedHere(head.headers)
          && reception.access.hasTokenAmongProtocols(head.headers)
        // The protocol that is chosen must be one that was offered, and not the token.
        let answer = isAllowed ? HTTPHeaders([("Sec-WebSocket-Protocol", "headwind")]) : nil
        return channel.eventLoop.makeSucceededFuture(answer)
      },
      upgradePipelineHandler: { channel, _ in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(EventHandler(api)) }
      })
    return channel.eventLoop.makeCompletedFuture {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(PacedReader())
      if let context { try pipeline.addHandler(NIOSSLServerHandler(context: context)) }
      try pipeline.configureHTTPServerPipeline(
        withServerUpgrade: (
          upgraders: [events],
          completionHandler: { context in
            context.pipeline.syncOperations.removeHandler(name: PageHandler.name, promise: nil)
          }
        ))
      try pipeline.addHandler(PageHandler(api, reception, queues), name: PageHandler.name)
    }
  }
}
