import NIOCore
import NIOPosix
import NIOSSL

/// A client's connection and the connection to its real server, from the client's first bytes to the end. All of it happens on one
/// thread.
final class InspectedConnection {
  private enum Phase {
    /// The client's first bytes are read.
    case greeting
    /// TLS with the real server begins.
    case securingServer(TLSWish, CertificateTrouble?)
    /// The real server is dialled again.
    case dialing
    /// TLS with the client begins.
    case securingClient(StandIn, since: NIODeadline)
    case passing
    case over
  }

  /// Why the certificate of a server did not pass.
  enum CertificateTrouble {
    case chain
    case name
  }

  private let tools: InspectionTools
  private let eventLoop: any EventLoop
  private let destination: String
  private let serverAddress: SocketAddress?
  private var client: Leg?
  private var server: Leg?
  private var phase = Phase.greeting
  /// What the client has sent that nobody has taken yet.
  private var kept = ByteBuffer()
  private var greetingTimer: Scheduled<Void>?
  private var serverHandler: NIOSSLHandler?
  /// What the client has seen, and when its handshake has ended; nil as soon as it has sent something.
  private var unanswered: (standIn: StandIn, since: NIODeadline)?

  /// How long a client may take for a ClientHello of which some bytes have come.
  private static let helloPatience = TimeAmount.seconds(10)
  /// A client that rejects a certificate closes its connection at once. One that closes it later may have other reasons.
  private static let rejectionTime = TimeAmount.seconds(2)

  init(client: Leg, server: Leg, destination: String, tools: InspectionTools) {
    self.tools = tools
    self.destination = destination
    eventLoop = client.channel.eventLoop
    serverAddress = server.channel.remoteAddress
    self.client = client
    self.server = server
  }

  func start() {
    // Some servers speak first. Then TLS can only begin later, by agreement.
    server?.setReading(true)
    client?.setReading(true)
    server?.report(to: self, as: .server)
    client?.report(to: self, as: .client)
  }

  private func leg(_ side: Leg.Side) -> Leg? { side == .client ? client : server }
  private func other(_ side: Leg.Side) -> Leg? { side == .client ? server : client }

  func received(_ bytes: ByteBuffer, from side: Leg.Side) {
    switch (phase, side) {
    case (.passing, _):
      if side == .client, let (standIn, _) = unanswered {
        tools.log.noteInspected(standIn.name)
        unanswered = nil
      }
      other(side)?.write(bytes)
    case (.greeting, .server):
      // Taken before the connection is passed through, so that it comes first.
      client?.write(bytes)
      passThrough(.serverSpeaksFirst)
      client?.flush()
    case (.securingClient, .server):
      // What came with the end of the server's handshake. TLS keeps it until its handshake with the client has ended.
      client?.write(bytes)
      client?.flush()
    case (.over, _): break
    case (_, .client):
      kept.writeImmutableBuffer(bytes)
      if case .greeting = phase { readGreeting() }
      if kept.readableBytes > ClientGreeting.mostBytes { client?.setReading(false) }
    case (_, .server): break
    }
  }

  func finishedReading(from side: Leg.Side) {
    guard case .passing = phase, let other = other(side) else { return }
    other.flush()
    if !other.isWritable { leg(side)?.setReading(false) }
  }

  func writabilityChanged(of side: Leg.Side) {
    guard case .passing = phase, leg(side)?.isWritable == true else { return }
    other(side)?.setReading(true)
  }

  func ended(_ side: Leg.Side) {
    switch phase {
    case .passing:
      if side == .client { judgeEnd() }
      // Where the connection was reset, an end comes directly before the error. Then it is no end.
      eventLoop.assumeIsolated().execute { [self] in
        guard case .passing = phase else { return }
        other(side)?.finish(isUnclean: leg(side)?.isEndUnclean == true && other(side)?.isSecure == true)
      }
    case .greeting:
      passThrough(kept.readableBytes > 0 ? .helloUnfinished : nil)
      other(side)?.finish(isUnclean: false)
    // Nothing can come of a connection of which one half is missing.
    case .securingServer, .dialing, .securingClient:
      if side == .client { giveUp() }
    case .over: break
    }
  }

  func failed(_ side: Leg.Side, _ error: any Error) {
    switch (phase, side) {
    case (.securingServer(let wish, let trouble), .server): serverFailed(wish, trouble, error)
    case (.securingClient(let standIn, let since), .client): clientFailed(standIn, since, error)
    case (.over, _): break
    case (.passing, _):
      if side == .client { judgeEnd() }
      phase = .over
      other(side)?.resetAfterWrites()
      leg(side)?.reset()
    default: giveUp()
    }
  }

  func closed(_ side: Leg.Side) {
    defer { if side == .client { client = nil } else { server = nil } }
    switch phase {
    case .passing:
      guard let leg = leg(side), leg.hasEnded || leg.isFinishing else {
        other(side)?.resetAfterWrites()
        break
      }
      other(side)?.finish(isUnclean: false)
    case .over: break
    case .greeting, .securingServer, .securingClient, .dialing: giveUp()
    }
  }

  func secured(_ side: Leg.Side, selected: String?) {
    switch (phase, side) {
    case (.securingServer(let wish, let trouble), .server): serverSecured(wish, trouble, selected)
    case (.securingClient(let standIn, _), .client):
      unanswered = (standIn, .now())
      pass()
      if server?.hasEnded == true { ended(.server) }
    default: break
    }
  }

  private func readGreeting() {
    let bytes = Array(kept.readableBytesView.prefix(ClientGreeting.mostBytes))
    switch ClientGreeting(bytes) {
    case .incomplete:
      guard greetingTimer == nil else { return }
      greetingTimer = eventLoop.assumeIsolated().scheduleTask(in: Self.helloPatience) { [weak self] in
        guard let self, case .greeting = phase else { return }
        passThrough(.helloUnfinished)
      }
    case .other(let reason): passThrough(reason)
    case .hello(let wish):
      if tools.log.hasRejected(wish.name) {
        passThrough(.wasRejected, name: wish.name)
      } else {
        secureServer(wish, nil)
      }
    }
  }

  /// Passes the connection through untouched, from its first byte on. The server has not received anything yet.
  private func passThrough(_ reason: PassReason?, name: String? = nil) {
    if let reason { tools.log.notePassed(name ?? destination, reason) }
    greetingTimer?.cancel()
    if kept.readableBytes > 0 {
      server?.write(kept)
      server?.flush()
      kept.clear()
    }
    pass()
  }

  private func pass() {
    phase = .passing
    client?.setReading(true)
    server?.setReading(true)
  }

  private func secureServer(_ wish: TLSWish, _ trouble: CertificateTrouble?) {
    greetingTimer?.cancel()
    phase = .securingServer(wish, trouble)
    guard let server else { return giveUp() }
    do {
      let context = try tools.servers.context(for: wish, verifies: trouble == nil)
      let handler = try NIOSSLClientHandler(context: context, serverHostname: wish.name)
      serverHandler = handler
      try server.secure(with: handler)
      server.setReading(true)
    } catch {
      giveUp()
    }
  }

  private func serverSecured(_ wish: TLSWish, _ trouble: CertificateTrouble?, _ selected: String?) {
    guard let client, let server, let handler = serverHandler else { return giveUp() }
    var standIn = StandIn(name: wish.name, selected: selected, version: handler.tlsVersion ?? .tlsv12)
    if let trouble {
      guard let certificate = handler.peerCertificate,
        let flaw = ServerFlaw(certificate, isOnlyOfName: trouble == .name)
      else {
        return startOver(wish) { $0.passThrough(.serverFailed("its certificate cannot be read"), name: wish.name) }
      }
      standIn.flaw = flaw
      tools.log.note(flaw, of: wish.name)
    }
    // What the server sends first has to wait for the client.
    server.setReading(false)
    phase = .securingClient(standIn, since: .now())
    do {
      try client.secure(with: NIOSSLServerHandler(context: try tools.standIns.context(for: standIn)))
    } catch {
      return giveUp()
    }
    let bytes = kept
    kept.clear()
    client.replay(bytes)
    client.setReading(true)
  }

  /// The client meets what the server does without us: by a connection of its own, or by a certificate that fails in the same way.
  private func serverFailed(_ wish: TLSWish, _ trouble: CertificateTrouble?, _ error: any Error) {
    if trouble == nil {
      if let error = error as? NIOSSLExtraError, error == .failedToValidateHostname {
        return startOver(wish) { $0.secureServer(wish, .name) }
      }
      if case NIOSSLError.handshakeFailed(let reason) = error, "\(reason)".contains("CERTIFICATE_VERIFY_FAILED") {
        return startOver(wish) { $0.secureServer(wish, .chain) }
      }
    }
    let reason: PassReason =
      error is ClientCertificateAsked
      ? .asksForClientCertificate : .serverFailed(server?.alert.map { "alert \($0)" } ?? Self.words(error))
    startOver(wish) { $0.passThrough(reason, name: wish.name) }
  }

  private static func words(_ error: any Error) -> String {
    if case NIOSSLError.handshakeFailed(let reason) = error { return TLSWitness.words("\(reason)") }
    return error is IOError ? "the connection was reset" : TLSWitness.words("\(error)")
  }

  /// Dials the server again, because it has already received bytes of ours.
  private func startOver(_ wish: TLSWish, then next: @escaping (InspectedConnection) -> Void) {
    phase = .dialing
    serverHandler = nil
    server?.abandon()
    server = nil
    guard let serverAddress else { return giveUp() }
    let dialed = Leg.bootstrap(on: eventLoop).connect(to: serverAddress)
    dialed.assumeIsolated().whenComplete { [self] result in
      guard case .dialing = phase, let channel = try? result.get(), let leg = try? Leg.of(channel) else {
        dialed.whenSuccess { $0.close(promise: nil) }
        return giveUp()
      }
      server = leg
      phase = .greeting
      next(self)
      leg.report(to: self, as: .server)
    }
  }

  private func clientFailed(_ standIn: StandIn, _ since: NIODeadline, _ error: any Error) {
    let words = client?.alert.map { "alert \($0)" } ?? Self.words(error)
    // A client that has the wrong time, or no patience, ends its handshake too. It rejects a certificate by an alert, or at once.
    if words.hasPrefix("alert ") {
      tools.log.noteRejection(of: standIn.name, words, flaw: standIn.flaw)
    } else if NIODeadline.now() - since < Self.rejectionTime {
      tools.log.noteClosed(standIn.name, flaw: standIn.flaw)
    }
    phase = .over
    server?.abandon()
    server = nil
  }

  /// Some clients compare the certificate with a pinned one only after the handshake. They close the connection without having sent
  /// anything.
  private func judgeEnd() {
    guard let (standIn, since) = unanswered else { return }
    unanswered = nil
    // A client whose server has ended the connection has nothing to send.
    guard NIODeadline.now() - since < Self.rejectionTime, server?.hasEnded == false else { return }
    tools.log.noteRejection(of: standIn.name, "it closed its connection after the handshake", flaw: standIn.flaw)
  }

  /// Ends both connections with a RST.
  private func giveUp() {
    phase = .over
    greetingTimer?.cancel()
    client?.reset()
    server?.reset()
  }
}
