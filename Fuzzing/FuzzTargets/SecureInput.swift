import KeyFiles
import RecordCiphers
import TLS
import Wire

/// What two ends of a TLS connection say: for each piece a byte of who and what, two bytes of length, and the bytes. The secrets
/// are made of one byte each, so that inputs can have right ones.
struct SecureInput {
  private static let held = 1 << 16

  private let input: [UInt8]

  init(_ input: [UInt8]) {
    self.input = input
  }

  /// Reads it without secrets, and with a secret for the hello that it begins with.
  func read() {
    for hasSecrets in [false, true] {
      var limits = TLSLimits()
      limits.heldBytes = Self.held
      limits.trialBytes = 1 << 18
      let keyLog = KeyLog()
      var (connection, receiver) = (TLSConnection(keyLog, limits: limits), Receiver())
      var place = 0
      while place + 3 <= input.count {
        let choice = input[place]
        let length = Int(input[place + 1]) << 8 | Int(input[place + 2])
        let bytes = Array(input[(place + 3)..<min(input.count, place + 3 + length)])
        place += 3 + bytes.count
        let side: TLSSide = choice & 1 == 0 ? .client : .server
        if choice & 2 != 0 { connection.miss(Int64(length) << Int64(choice >> 4), from: side, to: &receiver) }
        if choice & 4 != 0, hasSecrets { addSecrets(connection, keyLog) }
        connection.receive(bytes.span, from: side, to: &receiver)
        if choice & 8 != 0 { connection.secretsChanged(to: &receiver) }
        // Besides what waits there is a record that is not complete, and a message, for each side.
        Oracle.memory(connection.heldBytes, of: 2 * (Self.held + limits.messageBytes + 40_000), "TLSConnection")
      }
      for side in TLSSide.allCases { connection.finish(side, to: &receiver) }
    }
  }

  private func addSecrets(_ connection: TLSConnection, _ keyLog: KeyLog) {
    guard let random = connection.facts.clientRandom else { return }
    for label in KeyLogLabel.allCases {
      let length = label == .masterSecret || connection.facts.cipherSuite?.hash == .sha384 ? 48 : 32
      let secret = SecretBytes([UInt8](repeating: random.bytes[0], count: length))
      keyLog.add(KeyLogLine(label: label, clientRandom: random, secret: secret))
    }
  }

  /// A file with private keys, in any format.
  static func keyFile(_ input: [UInt8]) {
    guard let file = try? KeyFile(input), case .keys(let keys) = file else { return }
    for password in [nil, KeyPassword(line: [0x78])] { _ = try? keys.keys(password: password) }
  }

  /// The lines of a key log.
  static func keyLog(_ input: [UInt8]) {
    let whole = KeyLog(capacity: 16)
    whole.add(input)
    let pieces = KeyLog(capacity: 16)
    var reader = KeyLogReader(pieces)
    for byte in input { reader.read([byte].span) }
    reader.finish()
    guard whole.encoded() == pieces.encoded() else { fatalError("a key log depends on how its bytes come") }
    let again = KeyLog(capacity: 16)
    again.add(whole.encoded())
    guard again.encoded() == whole.encoded() else { fatalError("a key log is not read as it was written") }
  }

  private struct Receiver: TLSReceiver {
    private var offsets: [TLSSide: Int64] = [:]

    mutating func applicationData(_ bytes: Span<UInt8>, _ place: PlaintextPlace) {
      guard place.offset == offsets[place.side, default: 0], !bytes.isEmpty else {
        fatalError("application data is out of order")
      }
      offsets[place.side] = place.offset + Int64(bytes.count)
    }

    mutating func lost(_ loss: TLSLoss) {}
    mutating func unreadable(_ reason: UnreadableReason, _ side: TLSSide) {}

    mutating func handshake(_ message: HandshakeMessage, _ body: Span<UInt8>) {
      _ = try? ClientFingerprint(body)
      for version in [ProtocolVersion.tls12, .tls13] {
        _ = try? CertificateMessage(body, version: version)
        _ = try? CertificateRequest(body, version: version)
        if let ticket = try? NewSessionTicket(body, version: version) { _ = ticket.earlyDataLimit(body) }
      }
      _ = try? EncryptedExtensions(body)
      _ = try? CertificateVerify(body)
      _ = try? ServerKeyExchange(body)
      _ = try? RSAClientKeyExchange(body)
      _ = try? KeyUpdate(body)
    }
  }
}
