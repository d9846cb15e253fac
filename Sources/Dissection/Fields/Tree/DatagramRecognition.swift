/// Protocols that tell by their bytes what they are, for datagrams on ports that say nothing.
enum DatagramRecognition {
  @inline(never)
  static func dissector(_ bytes: Span<UInt8>, _ start: Int) -> Dissector? {
    if DNSRecognition.isMessage(bytes, start) { return DNSDissector.dissector }
    if JSONDissector.isDocument(bytes, start) { return JSONDissector.dissector }
    return nil
  }
}
