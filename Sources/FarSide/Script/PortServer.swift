package import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

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
  private let connections = Atomic<Int>(0)
  private let requests = Atomic<Int>(0)
  private let openings = Atomic<Int>(0)

  /// - Parameters:
  ///   - script: nil for the demo service.
  ///   - authority: the certificate, in PEM, that the demo service offers.
  package init(_ script: ServerScript?, security: Security? = nil, authority: String = "", log: FarSideLog?) {
    self.script = script
    self.security = security
    self.authority = authority
    self.log = log
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
    try pipeline.addHandler(transport)
    guard let security else { return try addService(to: pipeline, transport, log) }
    let stage = ScriptStage(transport: transport, isWithinTLS: false)
    let steps = security.opening.isEmpty ? [] : Self.pick(openings, from: security.opening)
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
    try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
    try pipeline.addHandler(ScriptHandler(player(script), stage, log))
  }

  private func player(_ script: ServerScript) -> ScriptPlayer {
    switch script.acts {
    case .connections(let lists):
      return ScriptPlayer(steps: Self.pick(connections, from: lists))
    case .requests(let lists):
      return ScriptPlayer { Self.pick(self.requests, from: lists) }
    }
  }

  /// The list for the next turn. The last list is used for all further turns.
  private static func pick(_ turns: borrowing Atomic<Int>, from lists: [[ServerStep]]) -> [ServerStep] {
    let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
    return lists.isEmpty ? [.stall] : lists[min(turn, lists.count - 1)]
  }
}
