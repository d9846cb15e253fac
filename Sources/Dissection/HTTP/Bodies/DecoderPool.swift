import ContentCodings

/// A decoder that can be used again for a body of the same codings.
final class PooledDecoder {
  /// About what one costs, in bytes: zlib's state and window, and the output buffer.
  static let cost = 80 << 10

  let codings: [ContentCoding]
  var decoder: ContentDecoder

  init(_ codings: [ContentCoding]) throws(ContentDecodingError) {
    self.codings = codings
    decoder = try ContentDecoder(codings)
  }
}

/// Decoders for use again, since making one costs more than decoding a small body.
struct DecoderPool {
  private static let limit = 4
  private var idle: [PooledDecoder] = []
  private var wholes: WholeGzipDecoder?

  /// Decodes a body that is whole in one go and lends what comes out; false if it takes a decoder for pieces.
  mutating func decode(
    whole bytes: Span<UInt8>, _ codings: [ContentCoding], _ receive: (Span<UInt8>) -> Void
  ) -> Bool {
    guard codings == [.gzip] else { return false }
    if wholes == nil { wholes = WholeGzipDecoder() }
    return wholes?.decode(bytes, receive) ?? false
  }

  mutating func take(_ codings: [ContentCoding]) throws(ContentDecodingError) -> PooledDecoder {
    if let index = idle.firstIndex(where: { $0.codings == codings }) {
      return idle.remove(at: index)
    }
    return try PooledDecoder(codings)
  }

  mutating func give(back decoder: PooledDecoder) {
    guard idle.count < Self.limit else { return }
    decoder.decoder.reset()
    idle.append(decoder)
  }
}
