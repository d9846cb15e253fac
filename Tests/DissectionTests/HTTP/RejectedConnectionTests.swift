import Exchanges
import Streams
import Testing
import Wire

/// Connections and names that an ICMP error has answered.
@Suite struct RejectedConnectionTests {
  private static let client = Endpoint(address: .v4(IPv4Address(10, 0, 0, 1)), port: 50_000)
  private static let server = Endpoint(address: .v4(IPv4Address(10, 0, 0, 2)), port: 8000)
  private static let router = IPv4Address(10, 0, 0, 254)

  private static func exchanges(_ packets: [Packet]) -> [HTTPExchange] {
    var options = HTTPOptions()
    options.reportsFailures = true
    options.resolvesNames = true
    return HTTPReader.exchanges(in: packets, options)
  }

  /// An ICMP error about a packet, which it quotes with `quoted` bytes after the IP header.
  private static func error(_ type: UInt8, _ code: UInt8, about packet: [UInt8], quoted: Int = 8, at time: Int)
    -> Packet
  {
    let quote = packet.prefix(20 + quoted)
    var bytes: [UInt8] = []
    IPv4Header(
      source: router, destination: IPv4Address(10, 0, 0, 1), protocolNumber: .icmp, payloadLength: 8 + quote.count
    ).append(to: &bytes)
    ICMPHeader(type: type, code: code).append(to: &bytes)
    var whole = Packet(from: client, to: server, sequence: 0)
    whole.bytes = bytes + quote
    whole.time = time
    return whole
  }

  private static func syn(at time: Int) -> Packet {
    var packet = Packet(from: client, to: server, sequence: 1000, flags: .syn)
    packet.time = time
    return packet
  }

  @Test(arguments: [
    (UInt8(3), UInt8(3), "port unreachable"), (3, 1, "host unreachable"),
    (3, 13, "communication administratively prohibited"),
    (3, 200, "destination unreachable"), (11, 0, "time to live exceeded"),
  ])
  func aSYNThatIsRejected(type: UInt8, code: UInt8, reason: String) throws {
    let syn = Self.syn(at: 0)
    for quoted in [8, 20, 500] {
      let found = Self.exchanges([syn, Self.error(type, code, about: syn.bytes, quoted: quoted, at: 7000)])
      guard case .unconnected(.rejected(let rejection)) = found.first?.outcome else {
        Issue.record("\(found.map(\.outcome))")
        continue
      }
      #expect(rejection.reason == reason && rejection.sender == .v4(Self.router))
      #expect(found.count == 1 && found.first?.total == 7_000_000 && found.first?.isFailed == true)
    }
  }

  /// "Fragmentation needed", an error about another connection, an error that is cut, and one that the server outvotes.
  @Test func whatIsNoRejection() {
    let syn = Self.syn(at: 0)
    let other = Packet(from: Self.client, to: Self.router.endpoint, sequence: 1, flags: .syn)
    for error in [
      Self.error(3, 4, about: syn.bytes, at: 1), Self.error(3, 3, about: other.bytes, at: 1),
      Self.error(3, 3, about: syn.bytes, quoted: 2, at: 1), Self.error(3, 3, about: [], at: 1),
    ] {
      #expect(Self.exchanges([syn, error]).map(\.outcome) == [.unconnected(.unanswered(attempts: 1))])
    }
    var talk = Talk()
    talk.packets.insert(Self.error(3, 1, about: talk.packets[0].bytes, at: 500), at: 1)
    talk.say(.client, HTTPMessageTests.get)
    talk.say(.server, HTTPLossTests.head + HTTPLossTests.body)
    talk.close()
    #expect(Self.exchanges(talk.packets).map(\.outcome) == [.complete])
  }

  /// A name server that is not there.
  @Test func aQueryThatIsRejected() {
    var query: [UInt8] = []
    let message: [UInt8] =
      [0, 7, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0x61, 7] + Array("example".utf8) + [0, 0, 1, 0, 1]
    IPv4Header(
      source: IPv4Address(10, 0, 0, 1), destination: IPv4Address(10, 0, 0, 2), protocolNumber: .udp,
      payloadLength: 8 + message.count
    ).append(to: &query)
    query += [0xC0, 0, 0, 53, 0, UInt8(8 + message.count), 0, 0] + message
    var packet = Self.syn(at: 0)
    packet.bytes = query
    let found = Self.exchanges([packet, Self.error(3, 3, about: query, at: 3000)])
    guard case .unconnected(.nameServerRejected(let rejection)) = found.first?.outcome else {
      Issue.record("\(found.map(\.outcome))")
      return
    }
    #expect(rejection.reason == "port unreachable" && found.first?.destination == "a.example")
    #expect(found.first?.total == 3_000_000)
  }
}

extension IPv4Address {
  fileprivate var endpoint: Endpoint { Endpoint(address: .v4(self), port: 8000) }
}
