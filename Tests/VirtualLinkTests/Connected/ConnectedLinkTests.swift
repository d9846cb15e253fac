import CLinux
import CNetlink
import Glibc
import LinkConditions
import Synchronization
import Testing
import Wire

@testable import VirtualLink

/// Connected links of a "host" that is a namespace of the test, beside a "server" that is another.
@Suite struct ConnectedLinkTests {
  /// The way out that is taken, by whether the host forwards. Needs nft (nftables), and to be root.
  @Test(arguments: [("1", "masquerade"), ("0", "relay")])
  func reachesWhatTheHostReaches(_ forwards: String, _ way: String) throws {
    let server = try NetworkNamespace()
    let host = try NetworkNamespace()
    try Self.join(host, server)
    let web = try server.perform { try #require(SocketAddress("192.0.2.1", port: 8000)).boundSocket(SOCK_STREAM) }
    let names = try server.perform { try #require(SocketAddress("192.0.2.1", port: 53)).boundSocket(SOCK_DGRAM) }
    // All on one thread: the helpers of the way out live as long as it does.
    try host.perform {
      try Sysctl.set("net/ipv4/ip_forward", forwards)
      let link = try Link(kind: .connected, timeline: Timeline(first: .clean), seed: RunSeed(1))
      #expect(link.wayOutName == way)
      try Self.connect(link, to: web)
      try Self.ask(link, names)
      link.stop()
      #expect(InterfaceNames.here == ["lo", "e0"])
      #expect(Sysctl.read("net/ipv4/ip_forward") == forwards)
    }
  }

  /// What the relay accepts and dials is the handler's, for root too.
  @Test func aHandlerGetsBothEndsOfAConnection() throws {
    let server = try NetworkNamespace()
    let host = try NetworkNamespace()
    try Self.join(host, server)
    let web = try server.perform { try #require(SocketAddress("192.0.2.1", port: 8000)).boundSocket(SOCK_STREAM) }
    try host.perform {
      try Sysctl.set("net/ipv4/ip_forward", "1")
      let handler = Recorder()
      let link = try Link(
        kind: .connected, timeline: Timeline(first: .clean), seed: RunSeed(1), access: HostAccess(handler: handler))
      #expect(link.wayOutName == "relay")
      let program = try link.topology.client.perform {
        try #require(SocketAddress("192.0.2.1", port: 8000)?.connectedSocket(SOCK_STREAM))
      }
      let connection = try #require(handler.next())
      #expect(connection.destination == Endpoint(address: .v4(IPv4Address(192, 0, 2, 1)), port: 8000))
      #expect(connection.source.address == link.topology.addresses.client[0].address)
      // Each end is the other side's partner.
      let accepted = Descriptor(owning: hw_accept(web.raw))
      for (from, to, word) in [(program, connection.client, "program"), (connection.upstream, accepted, "handler")] {
        #expect(send(from.raw, word, word.utf8.count, 0) == word.utf8.count)
        var buffer = [UInt8](repeating: 0, count: 100)
        try #require(Self.hasInput(to))
        #expect(recv(to.raw, &buffer, buffer.count, 0) == word.utf8.count)
        #expect(buffer.starts(with: word.utf8))
      }
      link.stop()
    }
  }

  /// Keeps what it is given.
  private final class Recorder: ConnectionHandler {
    private let taken = Mutex<[RelayedConnection]>([])

    func take(_ connection: RelayedConnection) {
      taken.withLock { $0.append(connection) }
    }

    /// The first connection, which comes within ten seconds.
    func next() -> RelayedConnection? {
      for _ in 0..<1000 {
        if let first = taken.withLock({ $0.first }) { return first }
        usleep(10_000)
      }
      return nil
    }
  }

  /// The server sees the host's address: the client's own is known to nobody out there.
  private static func connect(_ link: Link, to web: Descriptor) throws {
    let connection = try link.topology.client.perform {
      try #require(SocketAddress("192.0.2.1", port: 8000)).connectedSocket(SOCK_STREAM)
    }
    #expect(connection != nil)
    try #require(Self.hasInput(web))
    let accepted = Descriptor(owning: hw_accept(web.raw))
    var peer = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    _ = withUnsafeMutableBytes(of: &peer) {
      getpeername(accepted.raw, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    #expect(UInt32(bigEndian: peer.sin_addr.s_addr) == 0xC000_0209)
  }

  /// A question to the far side reaches the host's name server, and its answer the client.
  private static func ask(_ link: Link, _ names: Descriptor) throws {
    let relay = try NameRelay(
      on: link.topology.addresses.gateway4, in: link.topology.farSide,
      asking: HostResolver(text: "nameserver 192.0.2.1"))
    let gateway = try #require(SocketAddress(link.topology.addresses.gateway4, port: 53))
    let client = try link.topology.client.perform { try #require(gateway.connectedSocket(SOCK_DGRAM)) }
    #expect(send(client.raw, "ask", 3, 0) == 3)
    var buffer = [UInt8](repeating: 0, count: 100)
    try #require(Self.hasInput(names))
    let question = try #require(SocketAddress.receive(&buffer, on: names))
    #expect(Array(buffer[..<question.length]) == Array("ask".utf8))
    question.sender.send(Array("answer".utf8)[...], on: names)
    try #require(Self.hasInput(client))
    let length = recv(client.raw, &buffer, buffer.count, 0)
    #expect(Array(buffer[..<max(0, length)]) == Array("answer".utf8))
    withExtendedLifetime(relay) {}
  }

  /// 192.0.2.9 on the host's `e0`, 192.0.2.1 on the server's `e1` (RFC 5737).
  private static func join(_ host: NetworkNamespace, _ server: NetworkNamespace) throws {
    try host.perform {
      let route = try RouteSocket()
      try route.addVeth(
        "e0", mac: MACAddress(rawValue: 0x0200_0000_e000), peer: "e1", peerMAC: MACAddress(rawValue: 0x0200_0000_e100),
        in: server)
      try route.bringUp("lo")
      try route.bringUp("e0")
      try route.add(InterfaceAddress(IPv4Address(192, 0, 2, 9), prefix: 24), to: "e0")
      try route.addRoute(to: .anywhere(isIPv6: false), via: "192.0.2.1", on: "e0")
    }
    try server.perform {
      let route = try RouteSocket()
      try route.bringUp("e1")
      try route.add(InterfaceAddress(IPv4Address(192, 0, 2, 1), prefix: 24), to: "e1")
    }
  }

  /// Whether something comes within ten seconds: what is lost must not keep the tests waiting for ever.
  private static func hasInput(_ socket: Descriptor) -> Bool {
    var source = pollfd(fd: socket.raw, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, 10_000) == 1
  }
}
