import CQUICServer
import NIOCore

/// Serves HTTP/3 on a socket of UDP: finds the connection of each datagram, begins connections, and answers what belongs to none.
final class QUICPort: ChannelInboundHandler {
  typealias InboundIn = AddressedEnvelope<ByteBuffer>
  typealias OutboundOut = AddressedEnvelope<ByteBuffer>

  /// No datagram is longer.
  static let greatestDatagram = 1500
  /// The most connections at a time. Anybody can begin one with a datagram, under any address, and each takes memory until it is
  /// forgotten.
  private static let mostConnections = 500
  /// How long a connection that the server has ended still answers, in nanoseconds (RFC 9000 section 10.2).
  private static let closingTime: TimeAmount = .seconds(1)

  private final class Entry {
    let session: HTTP3ScriptSession
    var destinations: Set<QUICDestination> = []
    var timer: Scheduled<Void>?

    init(_ session: HTTP3ScriptSession) { self.session = session }
  }

  private let server: HTTP3Server
  private var room: OpaquePointer?
  private var identities: [String: OpaquePointer] = [:]
  private var entries: [QUICDestination: Entry] = [:]
  private var connections: Set<ObjectIdentifier> = []
  /// Where the server answers nothing, though a connection was there.
  private var silent: Set<QUICDestination> = []

  init(_ server: HTTP3Server) {
    self.server = server
  }

  /// Loads the libraries with the first datagram. Nothing listens any more if they are not there.
  private func prepare(_ context: ChannelHandlerContext) -> Bool {
    if room != nil { return true }
    guard (try? QUICLibrary.load()) != nil else {
      context.close(promise: nil)
      return false
    }
    room = hw_quic_server_new()
    hw_quic_server_take_early_data(room, server.script.takesEarlyData)
    return true
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    guard room != nil else { return }
    for entry in entries.values { entry.timer?.cancel() }
    entries.removeAll()
    for identity in identities.values { hw_quic_identity_free(identity) }
    identities.removeAll()
    hw_quic_server_free(room)
    room = nil
  }

  /// Continue to serve others when a client is gone (ICMP port unreachable).
  func errorCaught(context: ChannelHandlerContext, error: any Error) {}

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard prepare(context) else { return }
    let envelope = unwrapInboundIn(data)
    let datagram = Array(envelope.data.readableBytesView)
    var header = hw_quic_header()
    guard hw_quic_read_header(&header, datagram, datagram.count) else { return }
    let destination = QUICDestination(header.destination)
    if let entry = entries[destination] { return take(datagram, from: envelope.remoteAddress, entry, context) }
    guard !silent.contains(destination) else { return }
    if header.version == 0 { return sayReset(header, datagram.count, to: envelope.remoteAddress, context) }
    guard !header.is_unknown_version, server.script.versions.map({ $0.contains(header.version) }) ?? true else {
      return sayVersions(header, to: envelope.remoteAddress, context)
    }
    let opening = envelope.remoteAddress.withSockAddr { address, length in
      hw_quic_opening_of(
        room, address, UInt32(length), datagram, datagram.count, NIODeadline.now().uptimeNanoseconds)
    }
    switch opening {
    case HW_QUIC_STRAY: break
    case HW_QUIC_BEGINS where server.script.asksForRetry: sayRetry(header, to: envelope.remoteAddress, context)
    default: begin(datagram, from: envelope.remoteAddress, context)
    }
  }

  // MARK: - Connections

  private func begin(_ datagram: [UInt8], from client: SocketAddress, _ context: ChannelHandlerContext) {
    guard let room, let local = context.channel.localAddress, connections.count < Self.mostConnections else { return }
    let noteSecrets = server.noteSecrets
    let secrets = QUICTransport.Secrets(
      identity: { [unowned self] in identity(for: $0) }, note: { line in noteSecrets?(line + [10]) })
    guard
      let transport = QUICTransport(
        room, datagram, from: client, at: local, server.script.settings, secrets, now: .now())
    else { return }
    let log = server.log?.connection(from: client, to: local, isQUIC: true)
    let session = HTTP3ScriptSession(server, transport, log, context.eventLoop)
    let entry = Entry(session)
    connections.insert(ObjectIdentifier(entry))
    session.hasActed = { [weak self, weak entry] in
      if let self, let entry { advance(entry, context) }
    }
    take(datagram, from: client, entry, context)
  }

  private func take(
    _ datagram: [UInt8], from client: SocketAddress, _ entry: Entry, _ context: ChannelHandlerContext
  ) {
    entry.session.transport.read(datagram, from: client, now: .now())
    advance(entry, context)
  }

  /// Lets a session act on what has happened, and sends what there is to send.
  private func advance(_ entry: Entry, _ context: ChannelHandlerContext) {
    let (session, transport) = (entry.session, entry.session.transport)
    entry.timer?.cancel()
    repeat {
      session.react()
      note(transport.takeChanges(), of: entry)
      if let leaving = session.leaving {
        // What was written before has left.
        context.flush()
        return forget(entry, isSilent: leaving == .silently)
      }
      while let (bytes, client) = transport.write(now: .now()) { send(bytes, to: client, context) }
    } while transport.hasEvents
    context.flush()
    note(transport.takeChanges(), of: entry)
    switch transport.state {
    case HW_QUIC_OPEN: schedule(entry, at: transport.expiry, context)
    case HW_QUIC_CLOSING:
      session.end()
      wait(Self.closingTime, context) { [weak self, weak entry] in
        if let self, let entry { forget(entry) }
      }
    default:
      session.end()
      forget(entry)
    }
  }

  private func note(_ changes: [QUICTransport.IDChange], of entry: Entry) {
    for change in changes {
      switch change {
      case .issued(let id):
        entries[id] = entry
        entry.destinations.insert(id)
      case .retired(let id):
        entries[id] = nil
        entry.destinations.remove(id)
      }
    }
  }

  private func schedule(_ entry: Entry, at time: NIODeadline?, _ context: ChannelHandlerContext) {
    guard let time else { return }
    entry.timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: time) { [weak self, weak entry] in
      guard let self, let entry else { return }
      entry.session.transport.expire(now: .now())
      advance(entry, context)
    }
  }

  private func wait(_ time: TimeAmount, _ context: ChannelHandlerContext, _ action: @escaping () -> Void) {
    context.eventLoop.assumeIsolated().scheduleTask(in: time, action)
  }

  private func forget(_ entry: Entry, isSilent: Bool = false) {
    entry.timer?.cancel()
    entry.session.end()
    connections.remove(ObjectIdentifier(entry))
    for id in entry.destinations { entries[id] = nil }
    if isSilent { silent.formUnion(entry.destinations) }
  }

  // MARK: - Certificates

  private func identity(for name: String?) -> OpaquePointer? {
    let known = name ?? ""
    if let identity = identities[known] { return identity }
    guard let certificate = try? server.identities.bytes(for: name) else { return nil }
    let key = server.identities.keyBytes
    var trouble: UnsafePointer<CChar>?
    let identity = hw_quic_identity_new(certificate, certificate.count, key, key.count, &trouble)
    identities[known] = identity
    return identity
  }

  // MARK: - Packets of no connection

  private func sayRetry(_ header: hw_quic_header, to client: SocketAddress, _ context: ChannelHandlerContext) {
    var header = header
    answer(client, context) { buffer in
      client.withSockAddr { address, length in
        hw_quic_write_retry(
          room, &header, address, UInt32(length), NIODeadline.now().uptimeNanoseconds, buffer.baseAddress,
          buffer.count)
      }
    }
  }

  private func sayVersions(_ header: hw_quic_header, to client: SocketAddress, _ context: ChannelHandlerContext) {
    var header = header
    let versions = server.script.versions ?? [1]
    answer(client, context) {
      hw_quic_write_version_negotiation(&header, versions, versions.count, $0.baseAddress, $0.count)
    }
  }

  private func sayReset(
    _ header: hw_quic_header, _ count: Int, to client: SocketAddress, _ context: ChannelHandlerContext
  ) {
    var header = header
    answer(client, context) {
      hw_quic_write_stateless_reset(room, &header.destination, count, $0.baseAddress, $0.count)
    }
  }

  private func answer(
    _ client: SocketAddress, _ context: ChannelHandlerContext, _ write: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) {
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.greatestDatagram) { buffer, count in count = write(buffer) }
    guard !bytes.isEmpty else { return }
    send(bytes, to: client, context)
    context.flush()
  }

  private func send(_ bytes: [UInt8], to client: SocketAddress, _ context: ChannelHandlerContext) {
    // What cannot be sent is lost, as datagrams are.
    context.write(
      wrapOutboundOut(AddressedEnvelope(remoteAddress: client, data: ByteBuffer(bytes: bytes))), promise: nil)
  }
}
