import ContentCodings
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
      .tlsHandshakeCertificates, position..<bytes.count, .none, text: "Chain of certificates: \(length) bytes")
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

  /// CompressedCertificate (RFC 8879 section 4), and the Certificate that it becomes.
  static func addCompressed(
    _ tree: inout TreeBuilder, _ bytes: Span<UInt8>, _ start: Int
  ) throws(DissectionStop) {
    let algorithm = try tree.number(.tlsCompressCertificateAlgorithm, bytes, start, 2)
    let plainLength = Int(try tree.number(.tlsCompressCertificateUncompressedLength, bytes, start + 2, 3))
    let length = Int(try tree.number(.tlsCompressCertificateMessageLength, bytes, start + 5, 3))
    try tree.bytes(.tlsCompressCertificateMessage, bytes, start + 8, length)
    guard let coding = codings[algorithm], plainLength <= TLSSession.messageLimit,
      let plain = decompress(bytes.extracting(start + 8..<start + 8 + length), coding, plainLength),
      let saved = tree.enter("Decompressed certificates", plain)
    else { return }
    defer { tree.leave(saved) }
    try add(&tree, plain.span, 0, isTLS13: true)
  }

  private static let codings: [UInt64: ContentCoding] = [1: .deflate, 2: .brotli, 3: .zstd]

  private static func decompress(_ bytes: Span<UInt8>, _ coding: ContentCoding, _ length: Int) -> [UInt8]? {
    var plain: [UInt8] = []
    do throws(ContentDecodingError) {
      var decoder = try ContentDecoder([coding], limit: length, memory: ContentDecoder.defaultMemory)
      try decoder.decode(bytes) { plain.append($0) }
      try decoder.finish()
    } catch {
      return nil
    }
    return plain.count == length ? plain : nil
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
