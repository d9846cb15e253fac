import CLinux
import CNetlink
import Glibc
import Wire

/// The datagrams between a port of the client and a destination.
struct DatagramFlow {
  struct Key: Hashable {
    var client: Endpoint
    var destination: Endpoint
  }

  /// Speaks with the client for the destination.
  let client: Descriptor
  /// The host's socket, which is connected to the destination.
  var upstream: Descriptor
  /// AF_INET or AF_INET6: the host's loopback interface can be reached by the other one than the client uses.
  var upstreamFamily: Int32
  /// When the last datagram passed, in seconds.
  var used: Double

  /// How long a flow is kept without a datagram, in seconds (RFC 4787 section 4.3 asks for two minutes).
  static let patience = 120.0
  /// How many flows there may be.
  static let limit = 1024
}

/// Every datagram keeps its length, its DSCP and its ECN field, as behind a router (RFC 2474, RFC 3168). Datagrams that the kernel gives in one
/// buffer (UDP_GRO) are sent on in one call (UDP_SEGMENT).
extension RelayLoop {
  /// Receives datagrams of new flows. Those of known flows go to the flow's own socket.
  mutating func receiveDatagrams(on socket: Descriptor) {
    for _ in 0..<64 {
      var (source, destination) = (hw_endpoint(), hw_endpoint())
      var way = hw_datagram_way()
      let length = buffer.withUnsafeMutableBytes {
        hw_receive_redirected(socket.raw, $0.baseAddress, $0.count, &source, &destination, &way)
      }
      guard length >= 0 else { return }
      guard let client = source.endpoint, let destination = destination.endpoint else { continue }
      let key = DatagramFlow.Key(client: client, destination: destination)
      do {
        try openDatagramFlow(key)
        sendOn(length, way, key)
      } catch let failure as SocketFailure {
        report(failure.code, on: key)
      } catch {
        // The far side's namespace is being taken down.
        return
      }
    }
  }

  private mutating func openDatagramFlow(_ key: DatagramFlow.Key) throws {
    datagramFlows[key]?.used = Self.now()
    guard datagramFlows[key] == nil else { return }
    let upstream =
      switch scope.place(of: key.destination.address) {
      case .host: try dialHost(key.destination, SOCK_DGRAM)
      case .hostLoopback: try HostLoopback.dial(SOCK_DGRAM, port: key.destination.port)
      case .nobody, .farSide: throw SocketFailure(code: EHOSTUNREACH)
      }
    let client = try sockets.farSide.perform { () throws(SocketFailure) -> Descriptor in
      var (local, remote) = (hw_endpoint(key.destination), hw_endpoint(key.client))
      return try SocketFailure.check(hw_transparent_datagram_pair(&local, &remote))
    }
    hw_describe_datagrams(upstream.raw)
    let flow = DatagramFlow(
      client: client, upstream: upstream, upstreamFamily: hw_socket_family(upstream.raw), used: Self.now())
    if datagramFlows.count >= DatagramFlow.limit, let oldest = datagramFlows.min(by: { $0.value.used < $1.value.used })
    {
      datagramFlows[oldest.key] = nil
    }
    try watch(client, .datagramFlow(key))
    try watch(upstream, .datagramFlow(key))
    datagramFlows[key] = flow
  }

  /// Carries what waits at either end of a flow.
  mutating func relayDatagrams(of key: DatagramFlow.Key) {
    guard let flow = datagramFlows[key] else { return }
    datagramFlows[key]?.used = Self.now()
    carryAnswers(of: flow, key)
    for _ in 0..<64 {
      var way = hw_datagram_way()
      let length = buffer.withUnsafeMutableBytes {
        hw_receive_datagrams(flow.client.raw, $0.baseAddress, $0.count, &way)
      }
      // An error other than EAGAIN means that the client has closed its port, which is no reason to close the flow.
      guard length >= 0 else { return }
      sendOn(length, way, key)
    }
  }

  /// Sends what is in the buffer on to its destination.
  private mutating func sendOn(_ length: Int, _ way: hw_datagram_way, _ key: DatagramFlow.Key) {
    // The first attempt may fail because of an earlier datagram.
    for attempt in 0..<2 {
      guard let flow = datagramFlows[key] else { return }
      let error = buffer.withUnsafeBytes {
        -hw_send_datagrams(flow.upstream.raw, flow.upstreamFamily, $0.baseAddress, length, way)
      }
      guard error != 0, error != EAGAIN else { return }
      if error == ECONNREFUSED { redial(key) }
      if attempt == 1 { report(error, on: key) }
    }
  }

  private mutating func carryAnswers(of flow: DatagramFlow, _ key: DatagramFlow.Key) {
    for _ in 0..<64 {
      var way = hw_datagram_way()
      let length = buffer.withUnsafeMutableBytes {
        hw_receive_datagrams(flow.upstream.raw, $0.baseAddress, $0.count, &way)
      }
      // An error other than EAGAIN is one that the socket has kept.
      guard length >= 0 else { break }
      let family = key.client.address.isIPv6 ? AF_INET6 : AF_INET
      _ = buffer.withUnsafeBytes { hw_send_datagrams(flow.client.raw, family, $0.baseAddress, length, way) }
    }
    let error = hw_take_kept_error(flow.upstream.raw)
    // Before the client hears of it and tries again.
    if error == ECONNREFUSED { redial(key) }
    if error != 0 { report(error, on: key) }
  }

  /// Looks again for a server on the host's loopback interface: it may have come back by the other version of IP.
  private mutating func redial(_ key: DatagramFlow.Key) {
    guard scope.place(of: key.destination.address) == .hostLoopback,
      let upstream = try? HostLoopback.dial(SOCK_DGRAM, port: key.destination.port),
      (try? watch(upstream, .datagramFlow(key))) != nil
    else { return }
    hw_describe_datagrams(upstream.raw)
    datagramFlows[key]?.upstream = upstream
    datagramFlows[key]?.upstreamFamily = hw_socket_family(upstream.raw)
  }

  private func report(_ code: Int32, on key: DatagramFlow.Key) {
    let start = ClientReply.datagramStart(from: key.client, to: key.destination)
    report(code, on: start[...], from: key.client.address, to: key.destination.address)
  }
}
