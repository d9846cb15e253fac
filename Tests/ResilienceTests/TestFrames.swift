import Wire

@testable import Resilience

/// Frames of a made-up conversation: raw IPv4 between 10.0.0.2 (the client) and 10.0.0.1.
struct TestFrames {
  enum Sender { case client, server }

  static let start = Timestamp(nanoseconds: 1_700_000_000_000_000_000)
  private var read: WireEvidence
  /// What there is to know once the capture is over.
  var evidence: WireEvidence {
    var evidence = read
    evidence.finish()
    return evidence
  }
  private var count = 0

  init(servers: ServerLog = ServerLog()) {
    read = WireEvidence(servers: servers)
  }

  static func at(_ seconds: Double) -> Timestamp {
    Timestamp(nanoseconds: start.nanoseconds + Int64(seconds * 1e9))
  }

  /// - Parameters:
  ///   - bytes: what the data is, in place of so many letters.
  ///   - sequence: the number of the first byte of data; a SYN has the one before.
  mutating func tcp(
    _ sender: Sender, _ flags: TCPFlags, at seconds: Double, data: Int = 0, bytes: [UInt8]? = nil, port: UInt16 = 40000,
    sequence: UInt32 = 1, service: UInt16 = 80
  ) {
    var segment: [UInt8] = []
    let ports: (UInt16, UInt16) = sender == .client ? (port, service) : (service, port)
    let number = flags.contains(.syn) ? sequence &- 1 : sequence
    TCPHeader(sourcePort: ports.0, destinationPort: ports.1, sequence: number, flags: flags).append(to: &segment)
    add(sender, 6, segment + (bytes ?? [UInt8](repeating: 0x61, count: data)), at: seconds)
  }

  mutating func nameQuery(at seconds: Double) {
    let message = [UInt8](repeating: 0, count: 12)
    add(.client, 17, [0xc0, 0, 0, 53, 0, UInt8(8 + message.count), 0, 0] + message, at: seconds)
  }

  private mutating func add(_ sender: Sender, _ number: UInt8, _ payload: [UInt8], at seconds: Double) {
    let length = UInt16(20 + payload.count)
    let addresses: [UInt8] = sender == .client ? [10, 0, 0, 2, 10, 0, 0, 1] : [10, 0, 0, 1, 10, 0, 0, 2]
    let bytes = [0x45, 0, UInt8(length >> 8), UInt8(length & 0xff), 0, 0, 0, 0, 64, number, 0, 0] + addresses + payload
    count += 1
    let frame = Frame(
      number: count, timestamp: Self.at(seconds), linkType: .raw, originalLength: bytes.count)
    read.read(frame, bytes.span)
  }

  static func outcome(seconds: Double, status: Int32, wasEnded: Bool = false) -> ClientOutcome {
    ClientOutcome(started: start, ended: at(seconds), status: status, endedBy: wasEnded ? [15] : [])
  }
}
