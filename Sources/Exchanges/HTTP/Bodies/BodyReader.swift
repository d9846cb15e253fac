package import ContentCodings
import Wire

/// Counts, and where asked keeps, the bytes of a body with its codings undone.
///
/// A coded body is held until its end while it is small, so that a thousand of them at once need no thousand decoders.
package final class BodyReader {
  /// The largest coded body that is decoded in one go.
  static let holdLimit = 64 << 10

  private let codings: [ContentCoding]
  /// The most bytes to keep.
  private let limit: Int
  /// How many more may be kept now.
  private var room = 0
  private var held: [UInt8] = []
  private var decoder: PooledDecoder?
  private(set) var decodedLength: Int64 = 0
  private(set) var failure: String?
  /// Whether bytes follow the coded data.
  private var hasExcess = false
  private(set) var kept: [UInt8] = []
  /// Whether bytes were left out, and whether the memory rather than the limit was the reason.
  private(set) var isCut = false
  private(set) var lacksRoom = false
  /// What finds the messages in the body.
  var messages: BodyMessages?

  /// - Parameter limit: how many decoded bytes to keep; 0 to count only.
  init(_ codings: [ContentCoding], limit: Int) {
    self.codings = codings
    self.limit = limit
  }

  /// What it holds, in bytes.
  var heldBytes: Int { held.count + kept.count + (decoder?.decoder.heldBytes ?? 0) + (messages?.heldBytes ?? 0) }

  /// Takes the next bytes of the body; `room` is how many decoded ones may be kept.
  func take(_ bytes: Span<UInt8>, room: Int, _ pool: inout DecoderPool) {
    self.room = room
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

  /// Decodes what is held, because what has come so far is asked for before the end.
  func decodeSoFar(room: Int, _ pool: inout DecoderPool) {
    guard !codings.isEmpty, !held.isEmpty else { return }
    self.room = room
    startDecoding(&pool)
  }

  /// The body is over, or will not go on.
  func finish(isWhole: Bool, room: Int, _ pool: inout DecoderPool) {
    guard !codings.isEmpty else { return }
    self.room = room
    if isWhole, decoder == nil, failure == nil, decodeWhole(&pool) { return }
    startDecoding(&pool)
    if let decoder, failure == nil, isWhole {
      do throws(ContentDecodingError) {
        try decoder.decoder.finish()
        hasExcess = decoder.decoder.excessCount > 0
        if hasExcess { failure = "\(decoder.decoder.excessCount) bytes after the coded data" }
      } catch {
        failure = error.description
      }
    }
    if let decoder { pool.give(back: decoder) }
    decoder = nil
  }

  /// Decodes a small body in one go; false if there is more to say about it.
  private func decodeWhole(_ pool: inout DecoderPool) -> Bool {
    let bytes = held
    guard pool.decode(whole: bytes.span, codings, { receive($0) }) else { return false }
    held = []
    return true
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
      self.decoder = nil
    }
  }

  private func receive(_ bytes: Span<UInt8>) {
    decodedLength += Int64(bytes.count)
    messages?.read(bytes, room: room)
    guard limit > 0 else { return }
    let count = min(bytes.count, limit - kept.count, isCut ? 0 : room)
    if count > 0 { kept.append(bytes.extracting(first: count)) }
    room -= count
    guard count < bytes.count, !isCut else { return }
    isCut = true
    lacksRoom = kept.count < limit
  }
}

extension BodyReader {
  /// Undoes the codings of a body that is at hand as a whole.
  ///
  /// - Parameter limit: how many bytes may come out.
  /// - Returns: what came out, and whether that is all of it.
  package static func decode(
    _ bytes: Span<UInt8>, _ codings: [ContentCoding], limit: Int, _ pool: inout DecoderPool
  ) -> (bytes: [UInt8], isWhole: Bool) {
    let reader = BodyReader(codings, limit: limit)
    reader.take(bytes, room: limit, &pool)
    reader.finish(isWhole: true, room: limit - reader.kept.count, &pool)
    return (reader.kept, !reader.isCut && (reader.failure == nil || reader.hasExcess))
  }
}
