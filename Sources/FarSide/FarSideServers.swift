import BackPressure
import NIOCore
import NIOPosix
import NIOSSL

/// The servers of a private link's far side: DNS over UDP and TCP, and scripts over HTTP/1.1 or the demo service over
/// HTTP/1.1 and HTTP/2, with and without TLS.
///
/// They run on one thread of their own from `start` to `stop`.
public final class FarSideServers: Sendable {
  private let group: MultiThreadedEventLoopGroup
  private let sockets: FarSideSockets

  private init(group: MultiThreadedEventLoopGroup, sockets: FarSideSockets) {
    self.group = group
    self.sockets = sockets
  }

  /// Starts serving on `sockets`. The servers own the sockets from here on, even if this throws.
  /// - Parameters:
  ///   - addresses: what the DNS server answers.
  ///   - plan: what they do; the same that the sockets were opened for.
  ///   - authority: who signs what their TLS shows.
  ///   - log: where they note what they see, or nil.
  ///   - noteSecrets: takes lines of an NSS key log, with which the TLS connections of port 443 can be decrypted. It is called on
  ///     the servers' thread, in TLS 1.3 before the server's first packet is sent.
  ///   - ownAddresses: the addresses of a name (in lower case, without a final dot) that has some of its own.
  public static func start(
    on sockets: FarSideSockets, addresses: FarSideAddresses, plan: FarSidePlan = FarSidePlan(),
    authority: CertificateAuthority, log: FarSideLog? = nil, noteSecrets: (@Sendable ([UInt8]) -> Void)? = nil,
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
      let plain = PortServer(plan.http, authority: authority.pem, log: log)
      try servers.serve(plain, on: sockets.http)
      let known = [addresses.ipv4, addresses.ipv6].compactMap { $0 }
      let identities = try ServerIdentities(plan.https.certificate, by: authority, addresses: known)
      let security = try security(of: plan.https, identities, noteSecrets)
      let secure = PortServer(plan.https.script, security: security, authority: authority.pem, log: log)
      try servers.serve(secure, on: sockets.https)
      if let proxy = plan.proxy {
        try servers.serve(PortServer(proxy.script, log: log, tunnels: [80: plain, 443: secure]), on: sockets.proxy)
      }
      if let http3 = plan.https.http3 {
        if http3.isRequired { try QUICLibrary.load() }
        let service = DemoService(authority: authority.pem)
        let server = HTTP3Server(
          http3, identities: try http3.certificate.map(identities.with) ?? identities, service: service, log: log,
          noteSecrets: noteSecrets)
        for socket in sockets.quic { _ = try server.bootstrap(on: group).withBoundSocket(socket).wait() }
      }
    } catch let error as FarSideError {
      servers.stop()
      throw error
    } catch {
      servers.stop()
      throw FarSideError(action: "start the test servers", reason: "\(error)")
    }
    return servers
  }

  /// Closes every socket and connection, and returns once that is done.
  public func stop() {
    // Shutting down fails only if it was already done.
    try? group.syncShutdownGracefully()
    sockets.closeUnserved()
  }

  private func serve(_ server: PortServer, on listeners: [CInt]) throws {
    for listener in listeners {
      _ = try server.bootstrap(on: group).withBoundSocket(listener).wait()
    }
  }

  /// The TLS settings for a script.
  private static func security(
    of script: SecureScript, _ identities: ServerIdentities, _ noteSecrets: (@Sendable ([UInt8]) -> Void)?
  ) throws -> PortServer.Security {
    // A script says what HTTP/1.1 does, byte for byte; it speaks HTTP/2 only if it says what that does.
    let speaksHTTP2 = script.script.map { $0.http2 != nil } ?? true
    let protocols = speaksHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
    var configuration = try identities.configuration(speaking: protocols)
    if let noteSecrets { configuration.keyLogCallback = { noteSecrets(Array($0.readableBytesView)) } }
    return PortServer.Security(context: try NIOSSLContext(configuration: configuration), opening: script.opening)
  }

  /// Makes a listening socket report when it cannot accept connections.
  @Sendable static func watch(_ listener: any Channel) -> EventLoopFuture<Void> {
    listener.eventLoop.makeCompletedFuture { try listener.pipeline.syncOperations.addHandler(AcceptTroubleHandler()) }
  }

  private func datagramServer(_ responder: DNSResponder) -> DatagramBootstrap {
    DatagramBootstrap(group: group).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandler(DNSDatagramHandler(responder))
      }
    }
  }

  private func streamServer(_ responder: DNSResponder) -> ServerBootstrap {
    ServerBootstrap(group: group).serverChannelInitializer(Self.watch).childChannelInitializer { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHandlers([PacedReader(), DNSStreamHandler(responder)])
      }
    }
  }
}
