/// Takes what a ``TLSConnection`` reads. For each side, calls come in the order of its stream; between the sides, in the order in
/// which records become readable.
public protocol TLSReceiver {
  /// Application data, authentic and never empty.
  mutating func applicationData(_ bytes: Span<UInt8>, _ place: PlaintextPlace)
  /// Records were lost; what follows does not adjoin what came before.
  mutating func lost(_ loss: TLSLoss)
  /// From here on nothing of a side is passed on, unless a secret comes later.
  mutating func unreadable(_ reason: UnreadableReason, _ side: TLSSide)

  /// A record is read, or given up.
  mutating func record(_ record: RecordFacts)
  /// A record was decrypted: its content without padding, which is not put together with that of other records. What the
  /// content says follows.
  mutating func opened(_ content: Span<UInt8>, _ type: ContentType, _ record: RecordFacts)
  /// - Parameter body: the message without its header of four bytes.
  mutating func handshake(_ message: HandshakeMessage, _ body: Span<UInt8>)
  /// Early data that the server did not take. A client sends it again.
  mutating func rejectedEarlyData(_ bytes: Span<UInt8>, _ range: Range<Int64>)
  /// An alert (RFC 8446 section 6).
  mutating func alert(_ alert: AlertFacts)
  /// A ChangeCipherSpec record (RFC 5246 section 7.1).
  mutating func changeCipherSpec(_ side: TLSSide, _ range: Range<Int64>)
  /// The handshake said something new.
  mutating func learned(_ facts: TLSFacts)
  /// A side's stream has ended.
  mutating func ended(_ side: TLSSide, _ ending: TLSEnding)
}

extension TLSReceiver {
  public mutating func record(_ record: RecordFacts) {}
  public mutating func opened(_ content: Span<UInt8>, _ type: ContentType, _ record: RecordFacts) {}
  public mutating func handshake(_ message: HandshakeMessage, _ body: Span<UInt8>) {}
  public mutating func rejectedEarlyData(_ bytes: Span<UInt8>, _ range: Range<Int64>) {}
  /// An alert (RFC 8446 section 6).
  public mutating func alert(_ alert: AlertFacts) {}
  /// A ChangeCipherSpec record (RFC 5246 section 7.1).
  public mutating func changeCipherSpec(_ side: TLSSide, _ range: Range<Int64>) {}
  public mutating func learned(_ facts: TLSFacts) {}
  public mutating func ended(_ side: TLSSide, _ ending: TLSEnding) {}
}
