/// How a protocol tells by its bytes what it is, for datagrams on ports that say nothing.
struct DatagramRecognition: Sendable {
  let dissector: Dissector
  /// Whether the bytes from `start` to their end are one message of the protocol, and nothing else.
  let isMessage: @Sendable (_ bytes: Span<UInt8>, _ start: Int) -> Bool

  init(_ dissector: Dissector, _ isMessage: @escaping @Sendable (Span<UInt8>, Int) -> Bool) {
    self.dissector = dissector
    self.isMessage = isMessage
  }

  @inline(never)
  static func dissector(_ bytes: Span<UInt8>, _ start: Int) -> Dissector? {
    ProtocolRegistry.recognitions.first { $0.isMessage(bytes, start) }?.dissector
  }
}
