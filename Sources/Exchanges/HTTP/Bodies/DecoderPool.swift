import ContentCodings

/// A decoder that can be used again for a body of the same codings.
final class PooledDecoder {
  let codings: [ContentCoding]
  var decoder: ContentDecoder

  init(_ codings: [ContentCoding], memory: Int) throws(ContentDecodingError) {
    self.codings = codings
    decoder = try ContentDecoder(codings, memory: memory)
  }
}

/// Decoders for use again, since making one costs more than decoding a small body.
///
/// What is idle here is not counted, since there is little of it: `limit` decoders of `largest` bytes.
package struct DecoderPool {
  private static let limit = 4
  /// What a decoder kept for use again may hold, in bytes: zlib's does, a large window of brotli or zstd does not.
  private static let largest = 160 << 10
  /// What one decoder may hold, in bytes.
  private let memory: Int
  private var idle: [PooledDecoder] = []
  private var wholes: WholeGzipDecoder?

  /// - Parameter budget: how many bytes the reader of bodies may take in all.
  package init(budget: Int) {
    memory = min(ContentDecoder.defaultMemory, budget / 2)
  }

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
    return try PooledDecoder(codings, memory: memory)
  }

  mutating func give(back decoder: PooledDecoder) {
    guard idle.count < Self.limit else { return }
    decoder.decoder.reset()
    guard decoder.decoder.heldBytes <= Self.largest else { return }
    idle.append(decoder)
  }
}
