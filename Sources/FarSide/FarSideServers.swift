import NIOCore
import NIOHTTP1
import NIOPosix

/// The servers of a private link's far side: DNS over UDP and TCP, and the demo service over HTTP/1.1.
///
/// They run on one thread of their own from `start` to `stop`.
public final class FarSideServers: Sendable {
  private let group: MultiThreadedEventLoopGroup
  private let sockets: FarSideSockets

  private init(group: MultiThreadedEventLoopGroup, sockets: FarSideSockets) {
    self.group = group
    self.sockets = sockets
  }

  /// Starts to serve on `sockets`, which belong to the servers from here on, whether this throws or not.
  /// - Parameters:
  ///   - addresses: what the DNS server answers.
  ///   - plan: what they do; the same that the sockets were opened for.
  ///   - ownAddresses: the addresses of a name (in lower case, without a final dot) that has some of its own.
  public static func start(
    on sockets: FarSideSockets, addresses: FarSideAddresses, plan: FarSidePlan = FarSidePlan(),
    ownAddresses: @escaping @Sendable (String) -> FarSideAddresses? = { _ in nil }
  ) throws(FarSideError) -> FarSideServers {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let servers = FarSideServers(group: group, sockets: sockets)
    let responder = DNSResponder(addresses: addresses, rules: plan.dns, ownAddresses: ownAddresses)
    do {
      for socket in sockets.dnsDatagram {
        _ = try servers.datagramServer(responder).withBoundSocket(socket).wait()
      }
      for socket in sockets.dnsStream {
        _ = try servers.streamServer(responder).withBoundSocket(socket).wait()
      }
      try servers.serve(plan.http, on: sockets.http)
    } catch {
      servers.stop()
      throw FarSideError(action: "start the far side's servers", reason: "\(error)")
    }
    return servers
  }

  /// Closes every socket and connection, and returns once that is done.
  public func stop() {
    // Shutting down fails only if it was done before.
    try? group.syncShutdownGracefully()
    sockets.closeUnserved()
  }

  /// Plays a script on listening sockets, or where there is none serves the demo service.
  private func serve(_ script: ServerScript?, on listeners: [CInt]) throws {
    let server = script.map { ScriptedServer($0).bootstrap(on: group) } ?? httpServer()
    for listener in listeners {
      _ = try server.withBoundSocket(listener).wait()
    }
  }

  private func datagramServer(_ responder: DNSResponder) -> DatagramBootstrap {
    DatagramBootstrap(group: group).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(DNSDatagramHandler(responder))
      }
    }
  }

  private func streamServer(_ responder: DNSResponder) -> ServerBootstrap {
    ServerBootstrap(group: group).childChannelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(DNSStreamHandler(responder))
      }
    }
  }

  private func httpServer() -> ServerBootstrap {
    ServerBootstrap(group: group)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let pipeline = channel.pipeline.syncOperations
          try pipeline.configureHTTPServerPipeline(withErrorHandling: true)
          try pipeline.addHandler(HTTPHandler(DemoService()))
        }
      }
  }
}
