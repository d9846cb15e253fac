import Glibc

/// The listening sockets of a far side, as file descriptors.
///
/// A socket belongs to the network namespace of the thread that opened it and stays there, so the link opens these on
/// a thread inside the far side's namespace; the servers may then run on any thread.
public struct FarSideSockets: Sendable {
  /// UDP sockets for DNS queries.
  public var dnsDatagram: [CInt]
  /// Listening TCP sockets for DNS queries.
  public var dnsStream: [CInt]
  /// Listening TCP sockets for HTTP.
  public var http: [CInt]

  public init(dnsDatagram: [CInt], dnsStream: [CInt], http: [CInt]) {
    self.dnsDatagram = dnsDatagram
    self.dnsStream = dnsStream
    self.http = http
  }

  /// Opens all sockets in the calling thread's network namespace, on every address of both IP versions.
  ///
  /// None is inherited by a program that this process starts. Where the kernel has no IPv6, there are IPv4 sockets only.
  /// - Parameters:
  ///   - dnsPort: UDP and TCP port; 0 lets the kernel choose one for each socket.
  ///   - httpPort: TCP port, or 0.
  ///   - loopbackOnly: binds to 127.0.0.1 and ::1 instead of every address.
  public static func open(
    dnsPort: UInt16 = 53, httpPort: UInt16 = 80, loopbackOnly: Bool = false
  ) throws(FarSideError) -> FarSideSockets {
    var sockets = FarSideSockets(dnsDatagram: [], dnsStream: [], http: [])
    do {
      sockets.dnsDatagram = try bothVersions(SOCK_DGRAM, dnsPort, loopbackOnly)
      sockets.dnsStream = try bothVersions(SOCK_STREAM, dnsPort, loopbackOnly)
      sockets.http = try bothVersions(SOCK_STREAM, httpPort, loopbackOnly)
    } catch {
      sockets.close()
      throw error
    }
    return sockets
  }

  /// Closes all sockets; only for sockets that no server has been given.
  public func close() {
    for descriptor in dnsDatagram + dnsStream + http {
      _ = Glibc.close(descriptor)
    }
  }

  private static func bothVersions(
    _ type: __socket_type, _ port: UInt16, _ loopbackOnly: Bool
  ) throws(FarSideError) -> [CInt] {
    let ipv4 = try ListeningSocket.openIPv4(type: type, port: port, loopbackOnly: loopbackOnly)
    do {
      guard let ipv6 = try ListeningSocket.openIPv6(type: type, port: port, loopbackOnly: loopbackOnly) else {
        return [ipv4]
      }
      return [ipv4, ipv6]
    } catch {
      _ = Glibc.close(ipv4)
      throw error
    }
  }
}
