import NIOCore
import NIOPosix
import NIOSSL

/// Reads the TLS connections of the programs on a connected link: it is the server towards the client, with a certificate for the
/// name that the client asked for, and a client of the real server, whose certificate it checks.
///
/// What it cannot be the server for is passed through untouched. ``lines`` says what was, and why.
public final class TLSInspector: Sendable {
  private static let threads = 2

  private let group: MultiThreadedEventLoopGroup
  private let tools: InspectionTools

  /// Starts threads, which are in the calling thread's network namespace. From there, servers are dialled again when a first
  /// connection to them turns out to be of no use.
  /// - Parameters:
  ///   - authority: signs the certificates that clients see.
  ///   - roots: the certificates of those who may sign the real servers', in PEM.
  ///   - noteSecrets: takes lines of an NSS key log, for the connections of clients. It is called on the inspector's threads, in TLS
  ///     1.3 before the first packet to the client is sent.
  public init(
    authority: CertificateAuthority, trusting roots: [UInt8], noteSecrets: (@Sendable ([UInt8]) -> Void)? = nil
  ) throws(FarSideError) {
    do {
      tools = InspectionTools(
        servers: try ServerContexts(trusting: roots),
        standIns: try StandInCertificates(by: authority, noteSecrets: noteSecrets), log: InspectionLog())
    } catch {
      throw FarSideError(action: "prepare for inspecting TLS connections", reason: "\(error)")
    }
    group = MultiThreadedEventLoopGroup(numberOfThreads: Self.threads)
  }

  /// Takes over a connection.
  /// - Parameters:
  ///   - client: the client's connection, as accepted.
  ///   - server: a connection to the real server on which nothing was sent. Both descriptors are the inspector's from here on.
  ///   - destination: the address and port that the client asked for.
  public func take(client: CInt, server: CInt, destination: String) {
    let eventLoop = group.next()
    let bootstrap = Leg.bootstrap(on: eventLoop)
    let (clientChannel, serverChannel) = (
      bootstrap.withConnectedSocket(client), bootstrap.withConnectedSocket(server)
    )
    let both = clientChannel.and(serverChannel)
    both.whenSuccess { [tools] client, server in
      do {
        InspectedConnection(
          client: try Leg.of(client), server: try Leg.of(server), destination: destination, tools: tools
        ).start()
      } catch {
        client.close(promise: nil)
        server.close(promise: nil)
      }
    }
    // A socket that cannot be taken over is closed already.
    both.whenFailure { _ in
      for channel in [clientChannel, serverChannel] { channel.whenSuccess { $0.close(promise: nil) } }
    }
  }

  /// What the user should know at the end, a line each. They are safe to show.
  public var lines: [String] { tools.log.lines }

  /// The names whose certificate a client refused, a line each. They are safe to show.
  public var rejections: [String] { tools.log.rejections }

  /// Ends all connections, and returns once that is done.
  public func stop() {
    // Shutting down fails only if it was already done.
    try? group.syncShutdownGracefully()
  }
}

/// What all inspected connections share.
struct InspectionTools: Sendable {
  let servers: ServerContexts
  let standIns: StandInCertificates
  let log: InspectionLog
}
