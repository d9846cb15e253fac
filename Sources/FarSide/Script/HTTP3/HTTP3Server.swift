import NIOCore
import NIOPosix

/// The server of HTTP/3 of a port: a script or the demo service. Its connections share the turns of the script's lists.
package final class HTTP3Server: Sendable {
  let script: HTTP3Script
  let identities: ServerIdentities
  let log: FarSideLog?
  let noteSecrets: (@Sendable ([UInt8]) -> Void)?
  let service: DemoService
  /// Nil for the demo service.
  private let lists: StepLists?
  /// Numbers the requests.
  private let numbers = Turn()

  /// - Parameters:
  ///   - service: what answers if the script has no steps.
  ///   - noteSecrets: takes lines of an NSS key log.
  init(
    _ script: HTTP3Script, identities: ServerIdentities, service: DemoService, log: FarSideLog?,
    noteSecrets: (@Sendable ([UInt8]) -> Void)?
  ) {
    self.script = script
    lists = script.acts.map { StepLists($0) }
    self.identities = identities
    self.service = service
    self.log = log
    self.noteSecrets = noteSecrets
  }

  func bootstrap(on group: any EventLoopGroup) -> DatagramBootstrap {
    DatagramBootstrap(group: group).channelInitializer { channel in
      channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(QUICPort(self)) }
    }
  }

  /// Whether each request has a list of its own, beside the others.
  var playsByStream: Bool {
    if case .connections = script.acts { false } else { true }
  }

  /// The player for a connection, or for a stream.
  /// - Parameter answer: what the demo service does with a request.
  func player(answer: @escaping (RequestHead) -> [ServerStep]) -> ScriptPlayer {
    let number = { self.numbers.next() + 1 }
    guard let lists else { return ScriptPlayer(isHTTP2: true, number: number, listOfRequest: answer) }
    if let steps = lists.ofNextConnection() { return ScriptPlayer(steps: steps, isHTTP2: true, number: number) }
    return ScriptPlayer(isHTTP2: true, number: number) { lists.list(for: $0) }
  }
}
