import CLinux
import CNetlink
import Glibc
import Synchronization
import Wire

/// Leads connections to ports of the host across a link, to the program on it.
///
/// The host's kernel accepts a connection. Then the link's far side connects to the program, by IPv4, or by IPv6 if nobody listens there by
/// IPv4, and this connection crosses the link under its conditions. If the program refuses it, the host's connection is reset. The sockets
/// of the host are in the namespace of whoever makes the publisher; nothing else of the host is changed.
public final class Publisher: Sendable {
  private let bell: Descriptor
  private let refusals: PublishingRefusals

  /// Begins to listen.
  /// - Throws: `LinkError` if a port is taken, or this user may not listen there.
  public init(_ ports: [PublishedPort], on topology: LinkTopology) throws {
    let raw = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    guard raw >= 0 else { throw LinkError("create an event descriptor", errno: errno) }
    bell = Descriptor(owning: raw)
    refusals = PublishingRefusals()
    let listeners = try ports.flatMap { try Self.listeners(for: $0) }
    let loop = try PublishingLoop(
      listeners: listeners, topology: topology, bell: bell, splicer: try Splicer(), refusals: refusals)
    try OwnThread.start {
      hw_prepare_thread("headwind-publish")
      hw_block_signals()
      var loop = loop
      loop.run()
    }
  }

  deinit {
    close()
  }

  /// Ends it: the host no longer listens, and all connections end.
  public func close() {
    eventfd_write(bell.raw, 1)
  }

  /// The ports at which the program refused connections across the link while it listened on its own loopback interface, in ascending
  /// order.
  public var loopbackOnly: [UInt16] { refusals.loopbackOnly }

  private static func listeners(for published: PublishedPort) throws -> [(socket: Descriptor, port: UInt16)] {
    var found: [(Descriptor, UInt16)] = []
    for address in published.addresses {
      let endpoint = Endpoint(address: address, port: published.hostPort)
      do throws(SocketFailure) {
        var system = hw_endpoint(endpoint)
        found.append((try SocketFailure.check(hw_listen(&system)), published.port))
      } catch {
        // Not every machine has IPv6.
        let isMissing = error.code == EADDRNOTAVAIL || error.code == EAFNOSUPPORT
        if isMissing, !published.hasOwnAddress, !found.isEmpty { continue }
        throw trouble(error.code, at: endpoint, published)
      }
    }
    return found
  }

  private static func trouble(_ code: Int32, at endpoint: Endpoint, _ published: PublishedPort) -> LinkError {
    let remedy: String? =
      switch code {
      case EADDRINUSE:
        "publish it under another port of the host: --publish OTHER:\(published.port)"
      case EACCES: "ports below 1024 need root: publish it under a higher one, such as 8080:\(published.port)"
      case EADDRNOTAVAIL: "this host has no such address"
      default: nil
      }
    return LinkError("listen at \(endpoint)", errno: code, remedy: remedy)
  }
}

/// Which ports refused connections, and why.
private final class PublishingRefusals: Sendable {
  private let ports = Mutex<Set<UInt16>>([])

  func note(_ port: UInt16) {
    ports.withLock { _ = $0.insert(port) }
  }

  var loopbackOnly: [UInt16] { ports.withLock { $0.sorted() } }
}

/// The publisher's thread, in the host's network namespace: it accepts connections and dials the program for each.
private struct PublishingLoop: Sendable {
  /// What a token of the queue stands for.
  private enum Watched {
    case bell
    case listener(Descriptor, port: UInt16)
    case dial(Dial)
  }

  /// A connection of the host, and the attempt to connect to the program for it.
  private struct Dial {
    let accepted: Descriptor
    let source: Endpoint
    let upstream: Descriptor
    let destination: Endpoint
    /// Whether the program can still be asked by IPv6.
    let mayTryIPv6: Bool
  }

  private let queue: ReadinessQueue
  private let client: [IPAddress]
  private let topology: LinkTopology
  private let splicer: Splicer
  private let refusals: PublishingRefusals
  private var watched: [UInt64: Watched] = [:]
  private var nextToken: UInt64 = 0

  init(
    listeners: [(socket: Descriptor, port: UInt16)], topology: LinkTopology, bell: Descriptor, splicer: Splicer,
    refusals: PublishingRefusals
  ) throws {
    queue = try ReadinessQueue()
    self.topology = topology
    self.splicer = splicer
    self.refusals = refusals
    client = topology.addresses.client.map(\.address)
    try watch(bell, .bell)
    for (socket, port) in listeners { try watch(socket, .listener(socket, port: port)) }
  }

  private mutating func watch(
    _ socket: Descriptor, _ meaning: Watched, _ events: ReadinessQueue.Events = .readable
  ) throws {
    try queue.add(socket, token: nextToken, events: events)
    watched[nextToken] = meaning
    nextToken += 1
  }

  /// Works until the bell rings.
  mutating func run() {
    while true {
      for token in queue.wait(atMost: -1) {
        switch watched[token] {
        case .bell:
          splicer.close()
          return
        case .listener(let socket, let port): accept(on: socket, for: port)
        case .dial(let dial):
          watched[token] = nil
          finish(dial)
        case nil: break
        }
      }
    }
  }

  private mutating func accept(on listener: Descriptor, for port: UInt16) {
    for _ in 0..<64 {
      var (local, remote) = (hw_endpoint(), hw_endpoint())
      let raw = hw_accept_redirected(listener.raw, &local, &remote)
      guard raw >= 0 else {
        // Out of descriptors: the connection stays in the kernel's queue, and is reported again.
        if raw == -EMFILE || raw == -ENFILE { usleep(10_000) }
        return
      }
      let accepted = Descriptor(owning: raw)
      guard let source = remote.endpoint else { continue }
      dial(port, for: accepted, from: source, isIPv6: false)
    }
  }

  private mutating func dial(_ port: UInt16, for accepted: Descriptor, from source: Endpoint, isIPv6: Bool) {
    guard let address = client.first(where: { $0.isIPv6 == isIPv6 }) else { return refuse(accepted, port) }
    let destination = Endpoint(address: address, port: port)
    do {
      let upstream = try topology.farSide.perform { try destination.dial(SOCK_STREAM) }
      try watch(
        upstream,
        .dial(
          Dial(
            accepted: accepted, source: source, upstream: upstream, destination: destination, mayTryIPv6: !isIPv6)),
        .writable)
    } catch {
      refuse(accepted, port)
    }
  }

  private mutating func finish(_ dial: Dial) {
    queue.remove(dial.upstream)
    let port = dial.destination.port
    switch hw_take_socket_error(dial.upstream.raw) {
    case 0:
      splicer.take(
        RelayedConnection(
          client: dial.accepted, source: dial.source, destination: dial.destination, upstream: dial.upstream))
    case ECONNREFUSED where dial.mayTryIPv6:
      self.dial(port, for: dial.accepted, from: dial.source, isIPv6: true)
    default: refuse(dial.accepted, port)
    }
  }

  /// Resets a connection that the program does not take.
  private func refuse(_ accepted: Descriptor, _ port: UInt16) {
    // Somebody listens, but not for the link.
    if ListeningPorts.contain(port, in: topology.client) { refusals.note(port) }
    hw_close_with_reset(accepted.raw)
  }
}
