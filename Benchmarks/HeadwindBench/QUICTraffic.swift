import Statistics
import RecordCiphers
import Wire

/// HTTP/3 of one connection: the handshake, requests and responses of random lengths, and the secrets that open them.
struct QUICTraffic {
  /// What a datagram carries of a stream.
  private static let piece = 1150

  let index: Int
  private let clientID: [UInt8]
  private let serverID: [UInt8]
  private var initial: (client: PacketSealer, server: PacketSealer)
  private var handshake: (client: PacketSealer, server: PacketSealer)
  private var application: (client: PacketSealer, server: PacketSealer)
  private var stream: UInt64 = 0
  /// The packets of each end with 1-RTT keys so far.
  private var sent: (client: UInt64, server: UInt64) = (0, 0)

  init(index: Int) {
    self.index = index
    clientID = Self.bytes(index, 10, 8)
    serverID = Self.bytes(index, 11, 8)
    initial = (
      PacketSealer(PacketSealer.initialSecret(serverID, "client in")),
      PacketSealer(PacketSealer.initialSecret(serverID, "server in"))
    )
    handshake = (PacketSealer(Self.secret(index, 1)), PacketSealer(Self.secret(index, 2)))
    application = (PacketSealer(Self.secret(index, 3)), PacketSealer(Self.secret(index, 4)))
  }

  private static func bytes(_ index: Int, _ kind: UInt8, _ count: Int) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(index) << 8 | UInt64(kind))
    return (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
  }

  private static func secret(_ index: Int, _ kind: UInt8) -> SecretBytes { SecretBytes(bytes(index, kind, 32)) }

  /// The lines of a key log.
  var keyLog: String {
    let labels = [
      "CLIENT_HANDSHAKE_TRAFFIC_SECRET", "SERVER_HANDSHAKE_TRAFFIC_SECRET", "CLIENT_TRAFFIC_SECRET_0",
      "SERVER_TRAFFIC_SECRET_0",
    ]
    let hex = { (bytes: [UInt8]) in
      bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }
    return labels.enumerated().map { place, label in
      "\(label) \(hex(Self.bytes(index, 0, 32))) \(hex(Self.secret(index, UInt8(place + 1)).bytes))\n"
    }.joined()
  }

  /// The datagrams of the handshake, with who sent each.
  mutating func open() -> [(isFromClient: Bool, bytes: [UInt8])] {
    let random = Self.bytes(index, 0, 32)
    let protocols = Self.field(16, Self.vector(2, Self.vector(1, Array("h3".utf8))))
    // Limits that nothing reaches: initial_max_data and those of the three kinds of streams.
    let parameters = Self.field(57, [UInt8](4...7).flatMap { [$0, 4, 0xBF, 0xFF, 0xFF, 0xFF] })
    let hello = Self.message(
      1,
      [3, 3] + random + [0, 0, 2, 0x13, 1, 1, 0] + Self.vector(2, Self.field(43, [2, 3, 4]) + protocols + parameters))
    let answer = Self.message(2, [3, 3] + random + [0, 0x13, 1, 0] + Self.vector(2, Self.field(43, [3, 4])))
    let flight = Self.message(8, Self.vector(2, protocols + parameters)) + Self.message(20, random)
    let first = initial.client.seal(
      Self.crypto(hello) + [UInt8](repeating: 0, count: 1000), type: 0, destination: serverID, source: clientID)
    let second =
      initial.server.seal(Self.crypto(answer), type: 0, destination: clientID, source: serverID)
      + handshake.server.seal(Self.crypto(flight), type: 2, destination: clientID, source: serverID)
    let third = handshake.client.seal(
      Self.crypto(Self.message(20, random)), type: 2, destination: serverID, source: clientID)
    return [(true, first), (false, second), (true, third)]
  }

  /// A request and its answer, which the client acknowledges at every other packet.
  mutating func exchange(_ length: Int) -> [(isFromClient: Bool, bytes: [UInt8])] {
    defer { stream += 4 }
    // HEADERS with entries of QPACK's static table: GET, https, and a path; then a status 200.
    let path = Array("/items/\(index)/\(stream / 4)".utf8)
    let request = Self.frame(1, [0, 0, 0xD1, 0xD7, 0x51, UInt8(path.count)] + path)
    var rest = Self.frame(1, [0, 0, 0xD9])[...]
    rest += Self.frame(0, [UInt8](repeating: UInt8(ascii: "x"), count: length))
    var datagrams: [(isFromClient: Bool, bytes: [UInt8])] = [
      (true, client([0x0B] + Self.integer(stream) + Self.integer(UInt64(request.count)) + request))
    ]
    var offset = 0
    while !rest.isEmpty {
      let piece = rest.prefix(Self.piece)
      rest = rest.dropFirst(Self.piece)
      let head = [rest.isEmpty ? 0x0F : 0x0E] + Self.integer(stream) + Self.integer(UInt64(offset))
      datagrams.append((false, server(head + Self.integer(UInt64(piece.count)) + piece)))
      offset += piece.count
      if sent.server % 2 == 0 || rest.isEmpty {
        datagrams.append(
          (true, client([0x02] + Self.integer(sent.server - 1) + [8, 0] + Self.integer(sent.server - 1))))
      }
    }
    return datagrams
  }

  private mutating func client(_ content: [UInt8]) -> [UInt8] {
    sent.client += 1
    return application.client.seal(content, type: nil, destination: serverID, source: [])
  }

  private mutating func server(_ content: [UInt8]) -> [UInt8] {
    sent.server += 1
    return application.server.seal(content, type: nil, destination: clientID, source: [])
  }

  private static func integer(_ value: UInt64) -> [UInt8] {
    var bytes: [UInt8] = []
    VariableInteger.append(value, to: &bytes)
    return bytes
  }

  private static func frame(_ type: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [type] + integer(UInt64(payload.count)) + payload
  }

  private static func crypto(_ message: [UInt8]) -> [UInt8] { [0x06, 0] + integer(UInt64(message.count)) + message }

  private static func field(_ type: UInt8, _ content: [UInt8]) -> [UInt8] { [0, type] + vector(2, content) }

  private static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] { [type] + vector(3, body) }

  private static func vector(_ width: Int, _ content: [UInt8]) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + content
  }
}
