internal import BackPressure
package import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The handlers that play a script on a connection, by HTTP/1.1 or by HTTP/2.
struct ScriptPipeline: ProtocolPipeline {
  let server: PortServer
  let script: ServerScript
  let stage: ScriptStage
  let log: ConnectionLog?

  func addHTTP1(to pipeline: ChannelPipeline.SynchronousOperations) throws {
    // What a client sends after CONNECT is for whom the tunnel leads to; after an upgrade, frames.
    let decoder = ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes))
    try pipeline.addHandler(decoder)
    let handler = ScriptHandler(server.player(), stage, log, isLate: script.http2 != nil)
    handler.openTunnel = { [server, stage, log] context, port in
      let pipeline = context.pipeline.syncOperations
      guard try server.tunnel(to: port, pipeline, stage.transport, log) else { return false }
      // The script first, because it takes only what the decoder has decoded.
      pipeline.removeHandler(context: context, promise: nil)
      pipeline.removeHandler(decoder, promise: nil)
      return true
    }
    try pipeline.addHandler(handler)
  }

  func addHTTP2(to pipeline: ChannelPipeline.SynchronousOperations) throws {
    guard let script = script.http2 else { return }
    try pipeline.addHandler(
      HTTP2ScriptHandler(script, stage, log) { server.player(isHTTP2: true) })
  }
}

/// The server of a port: a script or the demo service, with or without TLS.
package final class PortServer: Sendable {
  /// The TLS settings of a connection.
  package struct Security {
    var context: NIOSSLContext
    var opening: [[ServerStep]]
  }

  private let script: ServerScript?
  private let security: Security?
  private let authority: String
  private let log: FarSideLog?
  /// The servers that tunnels lead to, by their ports.
  private let tunnels: [UInt16: PortServer]
  private let lists: StepLists?
  /// The same of HTTP/2, whose script is another.
  private let multiplexed: StepLists?
  /// Numbers the requests, by whichever protocol they come.
  private let numbers = Turn()
  private let openings = Turn()

  /// - Parameters:
  ///   - script: nil for the demo service.
  ///   - authority: the certificate, in PEM, that the demo service offers.
  ///   - tunnels: the servers that a proxy's tunnels lead to, by their ports.
  package init(
    _ script: ServerScript?, security: Security? = nil, authority: String = "", log: FarSideLog?,
    tunnels: [UInt16: PortServer] = [:]
  ) {
    self.script = script
    self.security = security
    self.authority = authority
    self.log = log
    self.tunnels = tunnels
    lists = script.map { StepLists($0.acts) }
    multiplexed = script?.http2.map { StepLists($0.acts) }
  }

  func bootstrap(on group: any EventLoopGroup) -> ServerBootstrap {
    ServerBootstrap(group: group)
      .serverChannelInitializer(FarSideServers.watch)
      .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
      // With a script, the client may close its half of the connection while the script continues.
      .childChannelOption(.allowRemoteHalfClosure, value: script != nil)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try self.prepare(channel) }
      }
  }

  /// Adds the handlers to an accepted connection.
  package func prepare(_ channel: any Channel) throws {
    let log = log?.connection(of: channel)
    let pipeline = channel.pipeline.syncOperations
    let transport = TransportHandler()
    try pipeline.addHandlers([PacedReader(), transport])
    try addLayers(to: pipeline, transport, log)
  }

  /// Serves what comes through a tunnel to a port.
  /// - Returns: whether there is a server on this port.
  func tunnel(
    to port: UInt16, _ pipeline: ChannelPipeline.SynchronousOperations, _ transport: TransportHandler,
    _ log: ConnectionLog?
  ) throws -> Bool {
    guard let server = tunnels[port] else { return false }
    try server.addLayers(to: pipeline, transport, log)
    return true
  }

  /// Adds TLS, if there is any, and the handlers that answer requests.
  private func addLayers(
    to pipeline: ChannelPipeline.SynchronousOperations, _ transport: TransportHandler, _ log: ConnectionLog?
  ) throws {
    guard let security else { return try addService(to: pipeline, transport, log) }
    let stage = ScriptStage(transport: transport, isWithinTLS: false)
    let steps = security.opening.isEmpty ? [] : openings.pick(from: security.opening)
    let opening = OpeningHandler(steps, stage) { context in
      let pipeline = context.pipeline.syncOperations
      let witness = TLSWitness(log)
      try pipeline.addHandlers([NIOSSLServerHandler(context: security.context), witness])
      try self.addService(to: pipeline, transport, log)
      return witness
    }
    try pipeline.addHandler(opening)
  }

  /// Adds the handlers that answer requests to the end of a pipeline.
  private func addService(
    to pipeline: ChannelPipeline.SynchronousOperations, _ transport: TransportHandler, _ log: ConnectionLog?
  ) throws {
    guard let script else {
      return try pipeline.addHandler(
        ProtocolHandler(
          ServicePipeline(service: DemoService(authority: authority), log: log, allowsUpgrade: security == nil)))
    }
    let stage = ScriptStage(transport: transport, isWithinTLS: security != nil)
    let scripted = ScriptPipeline(server: self, script: script, stage: stage, log: log)
    // Without HTTP/2, a script may speak before the client does.
    if script.http2 == nil {
      try scripted.addHTTP1(to: pipeline)
    } else {
      try pipeline.addHandler(ProtocolHandler(scripted))
    }
  }

  /// The player for a connection, or for a stream of HTTP/2.
  func player(isHTTP2: Bool = false) -> ScriptPlayer {
    let number = { self.numbers.next() + 1 }
    guard let lists = isHTTP2 ? multiplexed : lists else { return ScriptPlayer(steps: [.stall]) }
    if let steps = lists.ofNextConnection() { return ScriptPlayer(steps: steps, isHTTP2: isHTTP2, number: number) }
    return ScriptPlayer(isHTTP2: isHTTP2, number: number) { lists.list(for: $0) }
  }
}
