import TextOutput
import Wire

/// The nodes of a Certificate message (RFC 8446 section 4.4.2, RFC 5246 section 7.4.2).
enum TLSCertificateFields {
  static func add(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, isTLS13: Bool
  ) throws(DissectionStop) {
    var position = isTLS13 ? try addContext(&tree, bytes, start) : start
    let length = Int(try tree.number(.tlsHandshakeCertificatesLength, bytes, position, 3))
    position += 3
    guard position < bytes.count else { return }
    let mark = tree.begin(
      .tlsHandshakeCertificates, position..<bytes.count, .none, text: "Certificates (\(length) bytes)")
    while position < bytes.count {
      let length = Int(try tree.number(.tlsHandshakeCertificateLength, bytes, position, 3))
      try addCertificate(&tree, bytes, position + 3, length)
      position += 3 + length
      guard isTLS13 else { continue }
      let extensions = Int(try bytes.number(2, at: position))
      try bytes.need(extensions, at: position + 2)
      try TLSHandshakeFields.addExtensions(&tree, bytes.extracting(0..<position + 2 + extensions), position)
      position += 2 + extensions
    }
    tree.end(mark)
  }

  private static func addCertificate(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int, _ length: Int
  ) throws(DissectionStop) {
    try bytes.need(length, at: start)
    let mark = tree.begin(.tlsHandshakeCertificate, start..<start + length, .bytes)
    if tree.needs.certificates { CertificateFields.add(&tree, bytes, start..<start + length, mark) }
    tree.end(mark)
  }

  /// What a certificate was asked for with, since TLS 1.3; returns where the rest begins.
  static func addContext(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) -> Int {
    let length = Int(try tree.number(.tlsHandshakeCertificateRequestContextLength, bytes, start, 1))
    if length > 0 { try tree.bytes(.tlsHandshakeCertificateRequestContext, bytes, start + 1, length) }
    return start + 1 + length
  }
}
