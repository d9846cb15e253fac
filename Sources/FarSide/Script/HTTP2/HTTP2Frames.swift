import HTTP2
import Wire

/// Writes frames of HTTP/2 (RFC 9113 section 6), also those that no correct server sends.
enum HTTP2Frames {
  /// The longest payload before settings say otherwise (section 6.5.2).
  static let largestPayload = 16_384
  private static let greatestStream: UInt32 = 0x7FFF_FFFF

  static func frame(
    _ type: HTTP2FrameType, flags: HTTP2FrameFlags = [], stream: UInt32 = 0, _ payload: [UInt8] = []
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(HTTP2FrameHeader.length + payload.count)
    HTTP2FrameHeader(payloadLength: payload.count, type: type, flags: flags, stream: stream & greatestStream)
      .append(to: &bytes)
    return bytes + payload
  }

  static func settings(_ settings: [HTTP2Setting]) -> [UInt8] {
    var payload: [UInt8] = []
    for setting in settings {
      payload.append(bigEndian: setting.identifier.rawValue)
      payload.append(bigEndian: setting.value)
    }
    return frame(.settings, payload)
  }

  static let settingsAcknowledgment = frame(.settings, flags: [.ack])

  static func ping(_ data: UInt64, isAcknowledgment: Bool = false) -> [UInt8] {
    frame(.ping, flags: isAcknowledgment ? [.ack] : [], words(UInt32(data >> 32), UInt32(truncatingIfNeeded: data)))
  }

  static func resetStream(_ stream: UInt32, _ code: HTTP2ErrorCode) -> [UInt8] {
    frame(.resetStream, stream: stream, words(code.rawValue))
  }

  static func goaway(last: UInt32, _ code: HTTP2ErrorCode) -> [UInt8] { frame(.goaway, words(last, code.rawValue)) }

  static func windowUpdate(_ stream: UInt32, by bytes: Int) -> [UInt8] {
    frame(.windowUpdate, stream: stream, words(UInt32(clamping: min(bytes, Int(greatestStream)))))
  }

  /// A field section: HEADERS, and CONTINUATION for what does not fit into a frame.
  static func head(_ fields: [ScriptedResponse.Header], stream: UInt32, endsStream: Bool) -> [UInt8] {
    let block = HPACKLiterals.block(fields)
    let first = block.prefix(largestPayload)
    var rest = block.dropFirst(first.count)
    let end: HTTP2FrameFlags = endsStream ? [.endStream] : []
    var bytes = frame(.headers, flags: rest.isEmpty ? end.union(.endHeaders) : end, stream: stream, Array(first))
    while !rest.isEmpty {
      let piece = rest.prefix(largestPayload)
      rest = rest.dropFirst(piece.count)
      bytes += frame(.continuation, flags: rest.isEmpty ? [.endHeaders] : [], stream: stream, Array(piece))
    }
    return bytes
  }

  private static func words(_ values: UInt32...) -> [UInt8] {
    var bytes: [UInt8] = []
    for value in values { bytes.append(bigEndian: value) }
    return bytes
  }
}

/// Writes field blocks of HPACK that leave the reader's dynamic table as it is: literals without indexing, and without Huffman's code
/// (RFC 7541 section 6.2.2). So a block that is never finished, or never read, spoils nothing.
enum HPACKLiterals {
  static func block(_ fields: [ScriptedResponse.Header]) -> [UInt8] {
    fields.flatMap { [0x00] + text($0.name.lowercased()) + text($0.value) }
  }

  private static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    return length(bytes.count) + bytes
  }

  /// An integer with a prefix of seven bits (RFC 7541 section 5.1).
  private static func length(_ count: Int) -> [UInt8] {
    guard count >= 127 else { return [UInt8(count)] }
    var bytes: [UInt8] = [127]
    var rest = count - 127
    while rest >= 128 {
      bytes.append(UInt8(rest % 128 + 128))
      rest /= 128
    }
    return bytes + [UInt8(rest)]
  }
}
