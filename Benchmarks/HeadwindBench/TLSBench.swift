import RecordCiphers
import TLS

/// Reads TLS 1.3 from memory, with records of one size: the whole layer against its cipher alone, in the same run.
struct TLSBench {
  static let titles = ["TLS, records of 16 KiB", "TLS, records of 1 KiB"]
  private static let lengths = [16 << 10, 1 << 10]
  private static let random = [UInt8](repeating: 7, count: 32)
  private static let secret = SecretBytes([UInt8](repeating: 9, count: 32))
  private static let suite = CipherSuite(rawValue: 0x1301)

  static func run(_ isWanted: (String) -> Bool) throws -> Bool {
    for (title, length) in zip(titles, lengths) where isWanted(title) { try measure(title, length) }
    return true
  }

  /// The layer gets segments as a capture has them, each record in several.
  private static func measure(_ title: String, _ length: Int) throws {
    // Little enough to stay in the cache: it is not memory that is measured.
    let count = (1 << 19) / length
    let payload = [UInt8](repeating: 0x61, count: length - 1) + [0x0A]
    var sealer = RecordSealer(secret)
    let records = try (0..<count).map { _ in try sealer.seal(payload, 23) }
    let stream = records.flatMap { $0 }
    var first = RecordSealer(secret)
    let handshake = try hello + first.seal([20, 0, 0, 32] + random, 22)
    let bytes = Double(count * length)
    var (ours, peer) = (0.0, 0.0)
    for _ in 0..<400 {
      ours = max(ours, bytes / seconds { read(handshake, stream, bytes: count * length) })
      peer = max(peer, bytes / seconds { open(records) })
    }
    let target = length == 16 << 10 ? 2.0 : 0.5
    say(
      Row(
        title: title, ours: "\((ours / 1e9).rounded(to: 2)) GB/s",
        peer: "cipher alone \((peer / 1e9).rounded(to: 2)) GB/s",
        ratio: "\((ours / peer).rounded(to: 2)) x", target: "\(target.rounded(to: 1)) GB/s",
        isReached: ours >= target * 1e9,
        isEqual: nil, notes: "AES-128-GCM, segments of 1448 bytes, one core"
      ).text)
  }

  private static func seconds(_ body: () -> Void) -> Double {
    let time = ContinuousClock().measure(body).components
    return Double(time.seconds) + Double(time.attoseconds) / 1e18
  }

  private static func read(_ handshake: [UInt8], _ stream: [UInt8], bytes: Int) {
    let keyLog = KeyLog()
    if let random = ClientRandom(random) {
      for label in [KeyLogLabel.serverHandshakeTraffic, .serverTraffic] {
        keyLog.add(KeyLogLine(label: label, clientRandom: random, secret: secret))
      }
    }
    var (connection, counter) = (TLSConnection(keyLog), Counter())
    connection.receive(clientHello.span, from: .client, to: &counter)
    connection.receive(handshake.span, from: .server, to: &counter)
    var place = 0
    while place < stream.count {
      let end = min(stream.count, place + 1448)
      connection.receive(stream.span.extracting(place..<end), from: .server, to: &counter)
      place = end
    }
    precondition(counter.bytes == bytes, "the layer has not read everything")
  }

  private static func open(_ records: [[UInt8]]) {
    guard let cipher = AEADCipher(.aesGCM(keyLength: 16), key: key, vector: vector, isTLS13: true) else { return }
    var opened = OpenedRecord()
    for (number, record) in records.enumerated() {
      let opening = cipher.open(record.span, sequence: UInt64(number), into: &opened)
      precondition(opening == .opened, "a record does not open")
    }
  }

  private static let key = KeyDerivation.expand(secret, label: "key", length: 16, hash: .sha256)
  private static let vector = KeyDerivation.expand(secret, label: "iv", length: 12, hash: .sha256)

  private static func message(_ type: UInt8, _ body: [UInt8]) -> [UInt8] {
    let handshake = [type, 0, UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
    return [22, 3, 3, UInt8(handshake.count >> 8), UInt8(handshake.count & 0xFF)] + handshake
  }

  private static let clientHello = message(
    1, [3, 3] + random + [0, 0, 2, 0x13, 0x01, 1, 0, 0, 7, 0, 43, 0, 3, 2, 3, 4])
  private static let hello = message(2, [3, 3] + random + [0, 0x13, 0x01, 0, 0, 6, 0, 43, 0, 2, 3, 4])

  private struct Counter: TLSReceiver {
    var bytes = 0
    mutating func applicationData(_ bytes: Span<UInt8>, _ place: PlaintextPlace) { self.bytes += bytes.count }
    mutating func lost(_ loss: TLSLoss) { fatalError("\(loss)") }
    mutating func unreadable(_ reason: UnreadableReason, _ side: TLSSide) { fatalError("\(reason)") }
  }
}
