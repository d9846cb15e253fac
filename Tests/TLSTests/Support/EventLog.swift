import RecordCiphers
import TLS
import Testing

/// Keeps all that a connection tells, in a form that does not depend on how the bytes came.
struct EventLog: TLSReceiver, Equatable {
  enum Event: Hashable {
    case data([UInt8], PlaintextPlace)
    case rejected([UInt8])
    case lost(TLSLoss)
    case unreadable(UnreadableReason)
    case record(RecordFacts)
    case handshake(HandshakeMessage, [UInt8])
    case alert(AlertFacts)
    case changeCipherSpec(Range<Int64>)
    case ended(TLSEnding)
  }

  var events: [TLSSide: [Event]] = [.client: [], .server: []]
  var facts = TLSFacts()

  private mutating func add(_ event: Event, _ side: TLSSide) { events[side, default: []].append(event) }

  mutating func applicationData(_ bytes: Span<UInt8>, _ place: PlaintextPlace) {
    add(.data(bytes.indices.map { bytes[$0] }, place), place.side)
  }

  mutating func lost(_ loss: TLSLoss) { add(.lost(loss), loss.side) }
  mutating func unreadable(_ reason: UnreadableReason, _ side: TLSSide) { add(.unreadable(reason), side) }
  mutating func record(_ record: RecordFacts) { add(.record(record), record.side) }

  mutating func handshake(_ message: HandshakeMessage, _ body: Span<UInt8>) {
    add(.handshake(message, body.indices.map { body[$0] }), message.side)
  }

  mutating func rejectedEarlyData(_ bytes: Span<UInt8>, _ range: Range<Int64>) {
    add(.rejected(bytes.indices.map { bytes[$0] }), .client)
  }

  mutating func alert(_ alert: AlertFacts) { add(.alert(alert), alert.side) }
  mutating func changeCipherSpec(_ side: TLSSide, _ range: Range<Int64>) { add(.changeCipherSpec(range), side) }
  mutating func learned(_ facts: TLSFacts) { self.facts = facts }
  mutating func ended(_ side: TLSSide, _ ending: TLSEnding) { add(.ended(ending), side) }
}

extension EventLog {
  func plaintext(_ side: TLSSide) -> [UInt8] { pieces(side).flatMap { $0 } }

  func pieces(_ side: TLSSide) -> [[UInt8]] {
    (events[side] ?? []).compactMap { event in
      if case .data(let bytes, _) = event { bytes } else { nil }
    }
  }

  var rejected: [UInt8] {
    (events[.client] ?? []).flatMap { event -> [UInt8] in
      if case .rejected(let bytes) = event { bytes } else { [] }
    }
  }

  func losses(_ side: TLSSide) -> [TLSLoss] {
    (events[side] ?? []).compactMap { event in
      if case .lost(let loss) = event { loss } else { nil }
    }
  }

  func reasons(_ side: TLSSide) -> [UnreadableReason] {
    (events[side] ?? []).compactMap { event in
      if case .unreadable(let reason) = event { reason } else { nil }
    }
  }

  func messages(_ side: TLSSide) -> [HandshakeType] {
    (events[side] ?? []).compactMap { event in
      if case .handshake(let message, _) = event { message.type } else { nil }
    }
  }

  func body(_ type: HandshakeType, _ side: TLSSide) -> [UInt8]? {
    for case .handshake(let message, let body) in events[side] ?? [] where message.type == type { return body }
    return nil
  }

  /// What a reader makes of the first message of a type that the server sent.
  func read<Message>(_ type: HandshakeType, _ reader: (Span<UInt8>) throws -> Message) throws -> Message {
    let body = try #require(self.body(type, .server), "no \(type)")
    return try reader(body.span)
  }

  func alerts(_ side: TLSSide) -> [String] {
    (events[side] ?? []).compactMap { event in
      if case .alert(let facts) = event { facts.alert.name } else { nil }
    }
  }

  func ending(_ side: TLSSide) -> TLSEnding? {
    for case .ended(let ending) in events[side] ?? [] { return ending }
    return nil
  }
}
