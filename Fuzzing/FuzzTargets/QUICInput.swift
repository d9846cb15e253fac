import QUIC
import RecordCiphers
import Streams
import TLS
import Wire

/// Datagrams of QUIC: for each, a byte of who sent it and how, a byte of length, and the bytes, which are a datagram as it is, or the
/// frames of a packet that is sealed with keys that are known. A handshake comes before them.
struct QUICInput {
  private static let memory = 4 << 20
  private static let random = [UInt8](repeating: 7, count: 32)
  private static let (clientID, serverID): ([UInt8], [UInt8]) = ([1, 2, 3, 4], [5, 6, 7, 8, 9, 10, 11, 12])
  private static let secret = SecretBytes([UInt8](repeating: 9, count: 32))

  private(set) var datagrams: [(side: TLSSide, isMoved: Bool, bytes: [UInt8])] = []

  init(_ input: [UInt8]) {
    var initial = [
      PacketSealer(PacketSealer.initialSecret(Self.serverID, "client in")),
      PacketSealer(PacketSealer.initialSecret(Self.serverID, "server in")),
    ]
    var application = [PacketSealer(Self.secret), PacketSealer(Self.secret)]
    func add(_ side: Int, _ kind: UInt8, _ content: [UInt8], isMoved: Bool = false) {
      let (to, from) = side == 0 ? (Self.serverID, Self.clientID) : (Self.clientID, Self.serverID)
      let bytes =
        switch kind {
        case 0: content
        case 1: initial[side].seal(content, type: 0, destination: to, source: from)
        default: application[side].seal(content, type: nil, destination: to, source: [], phase: kind == 3)
        }
      datagrams.append((side == 0 ? .client : .server, isMoved, bytes))
    }
    add(0, 1, Self.crypto(Self.clientHello))
    add(1, 1, Self.crypto(Self.serverHello))
    var place = 0
    while place + 2 <= input.count {
      let (choice, length) = (input[place], Int(input[place + 1]))
      place += 2
      let content = Array(input[place...].prefix(length))
      place += content.count
      add(Int(choice & 1), choice >> 1 & 3, content, isMoved: choice & 8 != 0)
    }
  }

  /// The order of streams and the bound of memory must hold, whatever is in the packets.
  func read() {
    let keyLog = KeyLog()
    if let random = ClientRandom(Self.random) {
      for label in [KeyLogLabel.clientTraffic, .serverTraffic] {
        keyLog.add(KeyLogLine(label: label, clientRandom: random, secret: Self.secret))
      }
    }
    let connections = QUICConnections(keyLog, budget: Self.memory)
    var order = Order()
    for (index, datagram) in datagrams.enumerated() {
      let client = Self.end(192, datagram.isMoved ? 50_001 : 50_000)
      let isUp = datagram.side == .client
      let mark = PacketMark(number: index + 1, timestamp: Timestamp(nanoseconds: Int64(index) * 900_000_000))
      connections.receive(
        QUICDatagram(
          source: isUp ? client : Self.end(198, 443), destination: isUp ? Self.end(198, 443) : client, packet: mark),
        datagram.bytes.span, to: &order)
      Oracle.memory(connections.heldBytes, of: Self.memory, "QUICConnections")
    }
    connections.finish(to: &order)
    for datagram in datagrams { _ = InitialGlance(datagram.bytes.span) }
  }

  private static func end(_ first: UInt32, _ port: UInt16) -> Endpoint {
    Endpoint(address: .v4(IPv4Address(rawValue: first << 24 | 1)), port: port)
  }

  private static func crypto(_ message: [UInt8]) -> [UInt8] {
    [0x06, 0, 0x40 | UInt8(message.count >> 8), UInt8(message.count & 0xFF)] + message
  }

  private static let clientHello: [UInt8] = {
    let extensions: [UInt8] = [
      0, 0x2B, 0, 3, 2, 3, 4, 0, 0x10, 0, 5, 0, 3, 2, 0x68, 0x33, 0, 0x39, 0, 6, 4, 1, 0x20, 6, 1, 0x10,
    ]
    let body = [3, 3] + random + [0, 0, 2, 0x13, 1, 1, 0, 0, UInt8(extensions.count)] + extensions
    return [1, 0, 0, UInt8(body.count)] + body
  }()
  private static let serverHello: [UInt8] = {
    let body = [3, 3] + random + [0, 0x13, 1, 0, 0, 6, 0, 0x2B, 0, 2, 3, 4]
    return [2, 0, 0, UInt8(body.count)] + body
  }()

  /// Each side's bytes of a stream come once, in order, and nothing after the end.
  private struct Order: QUICReceiver {
    private struct Key: Hashable {
      var stream: QUICStreamID
      var side: TLSSide
      var connection: Int
    }

    private var offsets: [Key: Int64] = [:]
    private var ended: Set<Key> = []

    private mutating func advance(_ piece: QUICStreamPiece, by count: Int64) {
      let key = Key(stream: piece.stream, side: piece.side, connection: piece.connection)
      guard piece.offset == offsets[key, default: 0], count > 0, !ended.contains(key) else {
        fatalError("QUICConnections: \(piece) after \(offsets[key, default: 0])")
      }
      offsets[key] = piece.offset + count
    }

    mutating func streamData(_ bytes: Span<UInt8>, _ piece: QUICStreamPiece) { advance(piece, by: Int64(bytes.count)) }
    mutating func streamGap(_ count: Int64, _ piece: QUICStreamPiece) { advance(piece, by: count) }
    mutating func streamEnded(_ end: QUICStreamEnd, _ piece: QUICStreamPiece) {
      ended.insert(Key(stream: piece.stream, side: piece.side, connection: piece.connection))
    }
    mutating func finished(_ connection: QUICFacts, _ ending: QUICEnding) {
      offsets = offsets.filter { $0.key.connection != connection.number }
      ended = ended.filter { $0.connection != connection.number }
    }
  }

  /// Requests and answers, out of order, with acknowledgments, limits, resets, new IDs, a migration and a close.
  static let seeds: [[UInt8]] = {
    func step(_ choice: UInt8, _ content: [UInt8]) -> [UInt8] { [choice, UInt8(content.count)] + content }
    let request = step(4, [0x0B, 0, 3, 1, 2, 3])
    let answer = step(5, [0x02, 0, 0, 0, 0, 0x0E, 0, 2, 2, 8, 9, 0x0A, 0, 2, 6, 7, 0x10, 0x44, 0])
    let rest = step(12, [0x18, 1, 0, 4, 1, 1, 1, 1]) + step(4, [0x1A, 1, 2, 3, 4, 5, 6, 7, 8, 0x11, 0, 0x50, 0])
    let end = step(5, [0x04, 4, 7, 9, 0x05, 8, 1, 0x1E]) + step(4, [0x1D, 0x41, 0, 1, 0x78, 0x31, 1, 5])
    return [
      request + answer + rest + end, step(2, [0x06, 0, 1, 1]) + step(0, [0xC0, 0, 0, 0, 1, 0, 0]) + step(7, [1]),
    ]
  }()
}
