import ContentCodings

/// Counts, and where asked keeps, the bytes of a body with its codings undone.
///
/// A coded body is held until its end while it is small, so that a thousand of them at once need no thousand decoders.
final class BodyReader {
  /// The largest coded body that is decoded in one go.
  static let holdLimit = 64 << 10

  private let codings: [ContentCoding]
  private let keeps: Bool
  private var held: [UInt8] = []
  private var decoder: PooledDecoder?
  private(set) var decodedLength: Int64 = 0
  private(set) var failure: String?
  private(set) var kept: [UInt8] = []

  init(_ codings: [ContentCoding], keeps: Bool) {
    self.codings = codings
    self.keeps = keeps
  }

  /// What it holds, in bytes.
  var heldBytes: Int { held.count + kept.count + (decoder == nil ? 0 : PooledDecoder.cost) }

  func take(_ bytes: Span<UInt8>, _ pool: inout DecoderPool) {
    guard failure == nil else { return }
    if codings.isEmpty {
      receive(bytes)
    } else if decoder != nil {
      decode(bytes)
    } else {
      held.append(bytes)
      if held.count > Self.holdLimit { startDecoding(&pool) }
    }
  }

  /// The body is over, or will not go on.
  func finish(isWhole: Bool, _ pool: inout DecoderPool) {
    guard !codings.isEmpty else { return }
    startDecoding(&pool)
    if let decoder, failure == nil, isWhole {
      do throws(ContentDecodingError) {
        try decoder.decoder.finish()
        if decoder.decoder.excessCount > 0 { failure = "\(decoder.decoder.excessCount) bytes after the coded data" }
      } catch {
        failure = error.description
      }
    }
    if let decoder { pool.give(back: decoder) }
    decoder = nil
  }

  private func startDecoding(_ pool: inout DecoderPool) {
    guard decoder == nil, failure == nil else { return }
    do throws(ContentDecodingError) {
      decoder = try pool.take(codings)
    } catch {
      return failure = error.description
    }
    let bytes = held
    held = []
    decode(bytes.span)
  }

  private func decode(_ bytes: Span<UInt8>) {
    guard let decoder else { return }
    do throws(ContentDecodingError) {
      try decoder.decoder.decode(bytes) { receive($0) }
    } catch {
      failure = error.description
    }
  }

  private func receive(_ bytes: Span<UInt8>) {
    decodedLength += Int64(bytes.count)
    guard keeps else { return }
    let room = HTTPDetail.bodyLimit - kept.count
    if room > 0 { kept.append(bytes.extracting(first: room)) }
  }
}
