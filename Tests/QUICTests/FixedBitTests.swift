import RecordCiphers
import Streams
import TLS
import Testing
import Wire

@testable import QUIC

/// Packets whose fixed bit is 0 (RFC 9287).
struct FixedBitTests {
  private static let (clientID, serverID): ([UInt8], [UInt8]) = ([1, 2, 3, 4], [5, 6, 7, 8, 9, 10, 11, 12])

  private static func endpoint(_ last: UInt8, _ port: UInt16) -> Endpoint {
    Endpoint(address: .v4(IPv4Address(10, 0, 0, last)), port: port)
  }

  private static func datagram(_ number: Int, isUp: Bool) -> QUICDatagram {
    let (client, server) = (endpoint(1, 50_000), endpoint(2, 443))
    return QUICDatagram(
      source: isUp ? client : server, destination: isUp ? server : client,
      packet: PacketMark(number: number, timestamp: Timestamp(nanoseconds: Int64(number))))
  }

  /// An Initial packet with a PING and padding.
  private static func initial(isUp: Bool, hasFixedBit: Bool) -> [UInt8] {
    var sealer = PacketSealer(PacketSealer.initialSecret(serverID, isUp ? "client in" : "server in"))
    return sealer.seal(
      [1] + [UInt8](repeating: 0, count: 60), type: 0, destination: isUp ? serverID : clientID,
      source: isUp ? clientID : serverID, hasFixedBit: hasFixedBit)
  }

  private static func read(_ datagrams: [(isUp: Bool, bytes: [UInt8])]) -> (log: QUICLog, taken: [Bool]) {
    let connections = QUICConnections(KeyLog())
    var log = QUICLog()
    var taken: [Bool] = []
    for (index, datagram) in datagrams.enumerated() {
      let place = Self.datagram(index + 1, isUp: datagram.isUp)
      let mayBe = connections.takes(place, datagram.bytes.span)
      taken.append(connections.receive(place, datagram.bytes.span, to: &log))
      #expect(mayBe == taken[index])
    }
    connections.finish(to: &log)
    return (log, taken)
  }

  @Test func aLongHeaderOfAKnownConnectionCounts() {
    let (log, taken) = Self.read([
      (true, Self.initial(isUp: true, hasFixedBit: true)), (false, Self.initial(isUp: false, hasFixedBit: false)),
    ])
    #expect(taken == [true, true])
    #expect(log.finished.count == 1)
    #expect(log.packets.map(\.packet.opening) == [.opened, .opened])
  }

  /// A client may clear it in its first packet, if the server allowed that before; the packet shows that it is QUIC.
  @Test func anAuthenticInitialBeginsAConnection() {
    let (log, taken) = Self.read([
      (true, Self.initial(isUp: true, hasFixedBit: false)), (false, Self.initial(isUp: false, hasFixedBit: false)),
    ])
    #expect(taken == [true, true])
    #expect(log.finished.count == 1 && log.packets.map(\.packet.opening) == [.opened, .opened])
  }

  @Test func whatIsNotAuthenticIsNoQUIC() {
    var bytes = Self.initial(isUp: true, hasFixedBit: false)
    bytes[bytes.count - 1] ^= 1
    #expect(QUICRecognition.judge(bytes.span) == .greased)
    #expect(Self.read([(true, bytes)]).taken == [false])
    // The server's answer to a client that is not in the capture.
    #expect(Self.read([(false, Self.initial(isUp: false, hasFixedBit: false))]).taken == [false])
  }

  /// Another connection's ID on the same two ends is not the known connection's.
  @Test func anIDThatIsNotKnownDoesNotCount() {
    var other = Self.initial(isUp: false, hasFixedBit: false)
    other[6] ^= 0xFF
    let (_, taken) = Self.read([(true, Self.initial(isUp: true, hasFixedBit: true)), (false, other)])
    #expect(taken == [true, false])
  }

  /// Packets after the first one in a datagram, and those with a short header, too.
  @Test func coalescedAndShortPacketsCount() {
    var sealer = PacketSealer(SecretBytes([UInt8](repeating: 9, count: 32)))
    let short = sealer.seal([1, 0, 0, 0], type: nil, destination: Self.clientID, source: [], hasFixedBit: false)
    let second = Self.initial(isUp: false, hasFixedBit: true) + Self.initial(isUp: false, hasFixedBit: false)
    let (log, taken) = Self.read([
      (true, Self.initial(isUp: true, hasFixedBit: true)), (false, second), (false, short),
    ])
    #expect(taken == [true, true, true])
    #expect(log.packets.count == 4)
  }
}
