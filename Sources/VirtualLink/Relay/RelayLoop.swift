import CLinux
import CNetlink
import Glibc
import Wire

/// The relay's thread: it holds connection requests until their destinations have been dialled, accepts what the client completes,
/// and carries datagrams and echo requests.
///
/// The thread is in the host's network namespace, so that what it dials is dialled there. The sockets towards the client were
/// opened in the far side's namespace and stay in it.
struct RelayLoop: Sendable {
  /// What a token of the queue stands for.
  enum Watched {
    case bell
    case tap
    case listener
    case datagrams(Descriptor)
    case attempt(Attempts.Key)
    case datagramFlow(DatagramFlow.Key)
    case echoFlow(EchoFlow.Key)
  }

  typealias Attempts = ConnectionAttempts<Descriptor>

  let sockets: RelaySockets
  let scope: RelayScope
  let handler: any ConnectionHandler
  let queue: ReadinessQueue
  let counters: RelayCounters
  var watched: [UInt64: Watched] = [:]
  var nextToken: UInt64 = 0
  /// Most descriptors are for connections that have been accepted.
  var attempts = Attempts(limit: min(4096, Int(clamping: hw_descriptor_limit()) / 4))
  var datagramFlows: [DatagramFlow.Key: DatagramFlow] = [:]
  var echoFlows: [EchoFlow.Key: EchoFlow] = [:]
  var buffer = [UInt8](repeating: 0, count: 66_000)
  /// Kept open, so that there is one to accept a connection with when all others are used.
  private var spare: Descriptor?
  private var lastSweep = 0.0

  init(
    sockets: RelaySockets, scope: RelayScope, handler: any ConnectionHandler, queue: ReadinessQueue, bell: Descriptor,
    counters: RelayCounters
  ) throws {
    self.sockets = sockets
    self.scope = scope
    self.handler = handler
    self.queue = queue
    self.counters = counters
    try watch(bell, .bell)
    try watch(sockets.tap, .tap)
    try watch(sockets.listener, .listener)
    for socket in sockets.datagrams { try watch(socket, .datagrams(socket)) }
  }

  /// Works until the bell rings.
  mutating func run() {
    // Not before: a copy of this value must not keep it open.
    spare = Self.spareDescriptor()
    while true {
      let isIdle = attempts.count == 0 && datagramFlows.isEmpty && echoFlows.isEmpty
      for token in queue.wait(atMost: isIdle ? -1 : 1000) {
        switch watched[token] {
        case .bell: return
        case .tap: receiveHeldPackets()
        case .listener: acceptConnections()
        case .datagrams(let socket): receiveDatagrams(on: socket)
        case .attempt(let key): finishDial(key, token)
        case .datagramFlow(let key): relayDatagrams(of: key)
        case .echoFlow(let key): relayEchoReplies(of: key)
        case nil: break
        }
      }
      sweep()
    }
  }

  /// Watches a socket from now on.
  mutating func watch(_ socket: Descriptor, _ meaning: Watched, _ events: ReadinessQueue.Events = .readable) throws {
    try queue.add(socket, token: nextToken, events: events)
    watched[nextToken] = meaning
    nextToken += 1
  }

  /// Sends a frame to the client. It crosses the link like every other packet of the far side.
  func send(_ frame: [UInt8]) {
    // An offload header of zeroes: the frame is complete.
    let message = [UInt8](repeating: 0, count: MemoryLayout<virtio_net_hdr>.size) + frame
    _ = message.withUnsafeBytes { Glibc.send(sockets.tap.raw, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
  }

  /// Tells the client that a packet could not be delivered, as a router or the destination would.
  /// - Parameter code: why the socket that was to deliver it failed.
  func report(_ code: Int32, on packet: ArraySlice<UInt8>, from client: IPAddress, to destination: IPAddress) {
    let router = scope.gateway(isIPv6: client.isIPv6)
    let report: [UInt8]
    switch code {
    case ECONNREFUSED: report = ClientReply.unreachable(.port, packet, from: destination, to: client)
    case EHOSTUNREACH, EHOSTDOWN, EADDRNOTAVAIL:
      report = ClientReply.unreachable(.host, packet, from: router, to: client)
    case ENETUNREACH, ENETDOWN, EAFNOSUPPORT:
      report = ClientReply.unreachable(.network, packet, from: router, to: client)
    case EACCES, EPERM: report = ClientReply.unreachable(.prohibited, packet, from: router, to: client)
    // A timeout is silence, as are failures that are not the network's.
    default:
      if code == EMFILE || code == ENFILE { counters.noteShortage() }
      return
    }
    send(report)
  }

  static func now() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// Forgets what has waited for too long.
  private mutating func sweep() {
    let now = Self.now()
    guard now - lastSweep >= 1 else { return }
    lastSweep = now
    attempts.expire(at: now)
    datagramFlows = datagramFlows.filter { now - $0.value.used < DatagramFlow.patience }
    echoFlows = echoFlows.filter { now - $0.value.used < EchoFlow.patience }
    // Their sockets are closed, and report nothing any more.
    watched = watched.filter { token, meaning in
      switch meaning {
      case .attempt(let key): attempts[key]?.token == token
      case .datagramFlow(let key): datagramFlows[key] != nil
      case .echoFlow(let key): echoFlows[key] != nil
      default: true
      }
    }
  }

  private static func spareDescriptor() -> Descriptor? {
    let raw = open("/dev/null", O_RDONLY | O_CLOEXEC)
    return raw >= 0 ? Descriptor(owning: raw) : nil
  }
}

// MARK: - Connections

extension RelayLoop {
  /// Receives what the kernel was told to drop: connection requests, and echo requests.
  private mutating func receiveHeldPackets() {
    let header = MemoryLayout<virtio_net_hdr>.size
    let tap = sockets.tap
    for _ in 0..<256 {
      let length = buffer.withUnsafeMutableBytes { hw_relay_tap_receive(tap.raw, $0.baseAddress, $0.count) }
      guard length >= 0 else { return }
      guard length > header, let packet = HeldPacket(buffer.span.extracting(header..<length)) else { continue }
      let place = scope.place(of: packet.destination.address)
      guard place != .farSide else { continue }
      switch packet.kind {
      case .connectionRequest(let sequence):
        hold(packet, sequence, Array(buffer[..<length]), place)
      case .reset:
        attempts.end(Attempts.Key(client: packet.source, destination: packet.destination))
      case .echo(let identifier):
        relayEchoRequest(packet, identifier, place)
      }
    }
  }

  private mutating func hold(_ packet: HeldPacket, _ sequence: UInt32, _ message: [UInt8], _ place: RelayScope.Place) {
    let key = Attempts.Key(client: packet.source, destination: packet.destination)
    let now = Self.now()
    switch attempts.decide(key, sequence: sequence, at: now) {
    case .drop: return
    case .deliver: return deliver(message)
    case .dial: break
    }
    do {
      let upstream = try dial(place, port: packet.destination.port)
      let attempt = Attempts.Attempt(
        message: message, request: packet, sequence: sequence, upstream: upstream, token: nextToken, seen: now)
      attempts.begin(key, attempt)
      try watch(upstream, .attempt(key), .writable)
    } catch let failure as SocketFailure {
      refuse(packet, sequence, failure.code)
    } catch {
      attempts.end(key)
    }
  }

  /// A socket that is being connected to a place on the host's side.
  private func dial(_ place: RelayScope.Place, port: UInt16) throws(SocketFailure) -> Descriptor {
    switch place {
    case .host(let address): return try dialHost(Endpoint(address: address, port: port), SOCK_STREAM)
    case .hostLoopback: return try HostLoopback.dial(SOCK_STREAM, port: port)
    case .nobody, .farSide: throw SocketFailure(code: EHOSTUNREACH)
    }
  }

  /// A socket that is being connected to a destination beyond the host. What is on another link is not for this one.
  func dialHost(
    _ destination: Endpoint, _ type: __socket_type, protocolNumber: Int32 = 0
  ) throws(SocketFailure) -> Descriptor {
    guard !ConnectedNumber.isOfLink(destination.address) else { throw SocketFailure(code: EHOSTUNREACH) }
    return try destination.dial(type, protocolNumber: protocolNumber, by: scope.interface)
  }

  /// The dial of a held request has ended.
  private mutating func finishDial(_ key: Attempts.Key, _ token: UInt64) {
    watched[token] = nil
    guard let attempt = attempts[key], attempt.token == token else { return }
    queue.remove(attempt.upstream)
    let error = hw_take_socket_error(attempt.upstream.raw)
    guard error != 0 else {
      if let message = attempts.connect(key) { deliver(message) }
      return
    }
    attempts.end(key)
    refuse(attempt.request, attempt.sequence, error)
  }

  /// Lets a held request pass to the far side's listener.
  private func deliver(_ message: [UInt8]) {
    var message = message
    let source = MemoryLayout<virtio_net_hdr>.size + 6
    var relay: [UInt8] = []
    MACAddress.relay.append(to: &relay)
    message.replaceSubrange(source..<source + 6, with: relay)
    _ = message.withUnsafeBytes { Glibc.send(sockets.wire.raw, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT)) }
  }

  /// Answers a request as its destination has answered the host.
  private func refuse(_ request: HeldPacket, _ sequence: UInt32, _ code: Int32) {
    if code == ECONNREFUSED || code == ECONNRESET {
      send(ClientReply.refusal(of: request, sequence: sequence))
    } else {
      report(code, on: request.packet, from: request.source.address, to: request.destination.address)
    }
  }

  private mutating func acceptConnections() {
    for _ in 0..<256 {
      var (local, remote) = (hw_endpoint(), hw_endpoint())
      let raw = hw_accept_redirected(sockets.listener.raw, &local, &remote)
      if raw == -EMFILE || raw == -ENFILE {
        turnAway()
        continue
      }
      guard raw >= 0 else {
        if raw == -ECONNABORTED || raw == -EINTR { continue }
        return
      }
      let client = Descriptor(owning: raw)
      guard let destination = local.endpoint, let source = remote.endpoint,
        let upstream = attempts.accept(Attempts.Key(client: source, destination: destination), at: Self.now())
      else {
        hw_close_with_reset(client.raw)
        continue
      }
      handler.take(RelayedConnection(client: client, source: source, destination: destination, upstream: upstream))
    }
  }

  /// Resets a connection for which there is no descriptor. It would be reported again and again otherwise.
  private mutating func turnAway() {
    counters.noteShortage()
    spare = nil
    var (local, remote) = (hw_endpoint(), hw_endpoint())
    let raw = hw_accept_redirected(sockets.listener.raw, &local, &remote)
    if raw >= 0 {
      hw_close_with_reset(raw)
      close(raw)
    }
    spare = Self.spareDescriptor()
  }
}
