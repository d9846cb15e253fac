import Statistics
import RecordCiphers

/// TLS 1.3 of one connection: the handshake, the records of both ends, and the secrets that open them.
struct SecureTraffic {
  /// The longest content of a record (RFC 8446 section 5.1).
  private static let longest = 1 << 14

  private let index: Int
  private let isHTTP2: Bool
  private var client: RecordSealer
  private var server: RecordSealer

  init(index: Int, isHTTP2: Bool) {
    (self.index, self.isHTTP2) = (index, isHTTP2)
    client = RecordSealer(Self.secret(index, 3))
    server = RecordSealer(Self.secret(index, 4))
  }

  private static func secret(_ index: Int, _ kind: UInt8) -> SecretBytes {
    var random = SplitMix64(seed: UInt64(index) << 8 | UInt64(kind))
    return SecretBytes((0..<32).map { _ in UInt8(truncatingIfNeeded: random.next()) })
  }

  private var random: [UInt8] { Self.secret(index, 0).bytes }

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
      "\(label) \(hex(random)) \(hex(Self.secret(index, UInt8(place + 1)).bytes))\n"
    }.joined()
  }

  /// What the ends say in turn until they speak HTTP, the client first.
  func handshake() throws -> [[UInt8]] {
    let name = isHTTP2 ? "h2" : "http/1.1"
    let agreed = Self.vector(2, Self.vector(1, Array(name.utf8)))
    let versions = Self.field(43, [2, 3, 4])
    let hello = Self.record(
      22, Self.message(1, Self.hello(random, [0, 2, 0x13, 1, 1, 0], versions + Self.field(16, agreed))))
    let answer = Self.record(22, Self.message(2, Self.hello(random, [0x13, 1, 0], Self.field(43, [3, 4]))))
    var sealers = (client: RecordSealer(Self.secret(index, 1)), server: RecordSealer(Self.secret(index, 2)))
    let finished = Self.message(20, random)
    let change: [UInt8] = Self.record(20, [1])
    let flight = Self.message(8, Self.vector(2, Self.field(16, agreed))) + finished
    return [
      hello, answer + change + (try sealers.server.seal(flight, 22)), change + (try sealers.client.seal(finished, 22)),
    ]
  }

  /// The records that carry a message.
  mutating func seal(_ message: [UInt8], isFromClient: Bool) throws -> [UInt8] {
    var records: [UInt8] = []
    for start in stride(from: 0, to: message.count, by: Self.longest) {
      let content = message[start..<min(start + Self.longest, message.count)]
      records += isFromClient ? try client.seal(content, 23) : try server.seal(content, 23)
    }
    return records
  }

  private static func hello(_ random: [UInt8], _ middle: [UInt8], _ extensions: [UInt8]) -> [UInt8] {
    [3, 3] + random + [0] + middle + vector(2, extensions)
  }

  private static func field(_ type: UInt8, _ content: [UInt8]) -> [UInt8] { [0, type] + vector(2, content) }

  private static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] { [type] + vector(3, body) }

  private static func record(_ type: UInt8, _ content: [UInt8]) -> [UInt8] { [type, 3, 3] + vector(2, content) }

  private static func vector(_ width: Int, _ content: [UInt8]) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: content.count >> (8 * $0)) } + content
  }
}
