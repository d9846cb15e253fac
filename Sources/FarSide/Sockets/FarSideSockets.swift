import Glibc

/// The listening sockets of a far side, as file descriptors.
///
/// A socket belongs to the network namespace of the thread that opened it. The link therefore opens these sockets on a
/// thread inside the far side's namespace. The servers may then run on any thread.
public struct FarSideSockets: Sendable {
  /// UDP sockets for DNS queries.
  public var dnsDatagram: [CInt]
  /// Listening TCP sockets for DNS queries.
  public var dnsStream: [CInt]
  /// Listening TCP sockets for HTTP.
  public var http: [CInt]
  /// Listening TCP sockets for HTTP inside TLS.
  public var https: [CInt]
  /// Listening TCP sockets for HTTP to a proxy.
  public var proxy: [CInt] = []
  /// UDP sockets for HTTP/3.
  public var quic: [CInt]
  /// Sockets that no server uses: ports where nothing is accepted, and the connections that fill their backlogs.
  var unserved: [CInt] = []

  public init(dnsDatagram: [CInt], dnsStream: [CInt], http: [CInt], https: [CInt], quic: [CInt] = []) {
    self.dnsDatagram = dnsDatagram
    self.dnsStream = dnsStream
    self.http = http
    self.https = https
    self.quic = quic
  }

  /// Opens all sockets in the calling thread's network namespace, on every address of both IP versions.
  ///
  /// Child processes inherit none of them. If the kernel has no IPv6, there are only IPv4 sockets.
  /// - Parameters:
  ///   - plan: what the ports are for.
  ///   - ports: TCP and UDP ports; 0 lets the kernel choose one for each socket.
  ///   - loopbackOnly: binds to 127.0.0.1 and ::1 instead of every address.
  public static func open(
    for plan: FarSidePlan = FarSidePlan(), ports: FarSidePorts = FarSidePorts(), loopbackOnly: Bool = false
  ) throws(FarSideError) -> FarSideSockets {
    var sockets = FarSideSockets(dnsDatagram: [], dnsStream: [], http: [], https: [])
    do {
      sockets.dnsDatagram = try bothVersions(SOCK_DGRAM, ports.dns, loopbackOnly)
      sockets.dnsStream = try bothVersions(SOCK_STREAM, ports.dns, loopbackOnly)
      let service = ServerScript(acts: .requests([]))
      sockets.http = try sockets.listen(for: plan.http ?? service, ports.http, loopbackOnly)
      sockets.https = try sockets.listen(for: plan.https.script ?? service, ports.https, loopbackOnly)
      if let proxy = plan.proxy { sockets.proxy = try sockets.listen(for: proxy.script, ports.proxy, loopbackOnly) }
      if let http3 = plan.https.http3 { try sockets.listen(for: http3, ports.quic, loopbackOnly) }
    } catch {
      sockets.close()
      throw error
    }
    return sockets
  }

  /// Closes all sockets. Only for sockets that no server owns.
  public func close() {
    for descriptor in dnsDatagram + dnsStream + http + https + proxy + quic + unserved {
      _ = Glibc.close(descriptor)
    }
  }

  /// Closes the sockets that no server uses.
  func closeUnserved() {
    for descriptor in unserved {
      _ = Glibc.close(descriptor)
    }
  }

  /// Opens the sockets for a script: none if its port refuses connections or accepts none.
  private mutating func listen(
    for script: ServerScript, _ port: UInt16, _ loopbackOnly: Bool
  ) throws(FarSideError) -> [CInt] {
    var queue = AcceptQueue(receiveBuffer: script.receiveBuffer)
    switch script.listening {
    case .accept: return try Self.bothVersions(SOCK_STREAM, port, loopbackOnly, queue)
    case .refuse: return []
    case .never:
      queue.backlog = 0
      let sockets = try Self.bothVersions(SOCK_STREAM, port, loopbackOnly, queue)
      unserved += sockets
      for socket in sockets { unserved += try CrowdedPort.fill(socket) }
      return []
    }
  }

  /// Opens the sockets for HTTP/3: none if nothing listens.
  private mutating func listen(
    for script: HTTP3Script, _ port: UInt16, _ loopbackOnly: Bool
  ) throws(FarSideError) {
    guard script.listening != .refuse else { return }
    let sockets = try Self.bothVersions(SOCK_DGRAM, port, loopbackOnly)
    for socket in sockets { ListeningSocket.forbidFragments(of: socket) }
    if script.listening == .accept { quic = sockets } else { unserved += sockets }
  }

  private static func bothVersions(
    _ type: __socket_type, _ port: UInt16, _ loopbackOnly: Bool, _ queue: AcceptQueue = AcceptQueue()
  ) throws(FarSideError) -> [CInt] {
    let ipv4 = try ListeningSocket.openIPv4(
      type: type, port: port, loopbackOnly: loopbackOnly, queue: queue)
    do {
      let ipv6 = try ListeningSocket.openIPv6(type: type, port: port, loopbackOnly: loopbackOnly, queue: queue)
      return [ipv4] + (ipv6.map { [$0] } ?? [])
    } catch {
      _ = Glibc.close(ipv4)
      throw error
    }
  }
}

/// The ports of a far side.
public struct FarSidePorts: Sendable {
  /// The port for DNS over UDP and TCP.
  public var dns: UInt16
  public var http: UInt16
  public var https: UInt16
  /// The port of the proxy, if there is one.
  public var proxy: UInt16
  /// The port for HTTP/3 over UDP.
  public var quic: UInt16

  public init(
    dns: UInt16 = 53, http: UInt16 = 80, https: UInt16 = 443, proxy: UInt16 = ProxyScript.port,
    quic: UInt16 = 443
  ) {
    self.dns = dns
    self.http = http
    self.https = https
    self.proxy = proxy
    self.quic = quic
  }
}
