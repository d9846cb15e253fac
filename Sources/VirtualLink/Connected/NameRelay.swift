import CLinux
import CNetlink
import Glibc

/// Answers DNS on the far side of a connected link by asking the host's name servers.
///
/// Queries arrive on sockets in the far side's namespace, so they have crossed the link. They are forwarded from
/// sockets in the host's namespace, so a name server on the host's loopback interface can be reached too. Messages
/// are forwarded unchanged.
public final class NameRelay: Sendable {
  /// The most queries that may wait for an answer at a time. Further queries are dropped, as a busy server would.
  private static let mostQueries = 256
  private static let patience = 10.0

  /// A UDP query that was forwarded, and the client that sent it.
  private struct Query {
    var upstream: Descriptor
    var client: SocketAddress
    var asked: Double
  }

  private let listener: Descriptor
  private let streamListener: Descriptor
  private let ending: Alarm

  /// Starts answering queries.
  /// - Parameters:
  ///   - address: the far side's address on which to listen, port 53.
  ///   - farSide: its namespace.
  ///   - resolver: the host's resolver. Its first usable name server is asked.
  ///   - addresses: where ``HostName`` leads; nil if it is a name like any other.
  public init(
    on address: String, in farSide: NetworkNamespace, asking resolver: HostResolver,
    naming addresses: LinkAddresses? = nil
  ) throws {
    guard let local = SocketAddress(address, port: 53) else { throw LinkError("\(address) is not an address") }
    guard let upstream = resolver.nameservers.lazy.compactMap({ SocketAddress($0, port: 53) }).first else {
      throw LinkError("/etc/resolv.conf names no usable name server")
    }
    ending = try Alarm()
    listener = try farSide.perform { try local.boundSocket(SOCK_DGRAM) }
    streamListener = try farSide.perform { try local.boundSocket(SOCK_STREAM) }
    try OwnThread.start { [listener, ending] in Self.relayDatagrams(listener, to: upstream, addresses, until: ending) }
    try OwnThread.start { [streamListener] in Self.relayStreams(streamListener, to: upstream) }
  }

  deinit {
    // The threads own the sockets; both calls make them end.
    ending.raise("")
    shutdown(streamListener.raw, Int32(SHUT_RDWR))
  }

  private static func relayDatagrams(
    _ listener: Descriptor, to upstream: SocketAddress, _ addresses: LinkAddresses?, until ending: Alarm
  ) {
    var queries: [Query] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var sources = ([listener, ending.descriptor] + queries.map(\.upstream)).map {
        pollfd(fd: $0.raw, events: Int16(POLLIN), revents: 0)
      }
      guard poll(&sources, nfds_t(sources.count), 1000) >= 0 || errno == EINTR else { return }
      if ending.reason != nil { return }
      for (query, source) in zip(queries, sources.dropFirst(2)) where source.revents != 0 {
        let length = buffer.withUnsafeMutableBytes { recv(query.upstream.raw, $0.baseAddress, $0.count, 0) }
        if length > 0 { query.client.send(buffer[..<length], on: listener) }
      }
      let now = seconds()
      queries = zip(queries, sources.dropFirst(2)).filter { $1.revents == 0 && now - $0.asked < patience }.map(\.0)
      guard sources[0].revents != 0, let (length, client) = SocketAddress.receive(&buffer, on: listener) else {
        continue
      }
      if length > 0, let addresses, let answer = HostName.answer(to: buffer.span.extracting(0..<length), addresses) {
        client.send(answer[...], on: listener)
        continue
      }
      guard length > 0, queries.count < mostQueries, let socket = upstream.connectedSocket(SOCK_DGRAM) else { continue }
      _ = buffer.withUnsafeBytes { send(socket.raw, $0.baseAddress, length, Int32(MSG_NOSIGNAL)) }
      queries.append(Query(upstream: socket, client: client, asked: now))
    }
  }

  private static func relayStreams(_ listener: Descriptor, to upstream: SocketAddress) {
    while true {
      let raw = hw_accept(listener.raw)
      guard raw >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        return
      }
      let client = Descriptor(owning: raw)
      try? OwnThread.start {
        guard let server = upstream.connectedSocket(SOCK_STREAM) else { return }
        splice(client, server)
      }
    }
  }

  /// Forwards bytes in both directions until one side closes or the connection is idle for too long.
  private static func splice(_ left: Descriptor, _ right: Descriptor) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      var sources = [left, right].map { pollfd(fd: $0.raw, events: Int16(POLLIN), revents: 0) }
      guard poll(&sources, 2, Int32(patience * 1000)) > 0 else { return }
      for (index, source) in sources.enumerated() where source.revents != 0 {
        let (from, to) = index == 0 ? (left, right) : (right, left)
        let length = buffer.withUnsafeMutableBytes { recv(from.raw, $0.baseAddress, $0.count, 0) }
        guard length > 0 else { return }
        let sent = buffer.withUnsafeBytes { send(to.raw, $0.baseAddress, length, Int32(MSG_NOSIGNAL)) }
        guard sent == length else { return }
      }
    }
  }

  private static func seconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }
}
