/// The frames of one connection of HTTP/2 (RFC 9113), with fields as clients and servers write them: what is the same in each message is
/// in the table from the first one on.
struct FrameTraffic {
  /// The longest content of a DATA frame, as servers cut their answers.
  private static let longest = 1 << 13

  private var hasAsked = false
  private var hasAnswered = false
  private var next: UInt32 = 1

  /// The client's preface and settings: windows that nobody waits for.
  static let preface: [UInt8] =
    Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4, 0, 0, [0, 4, 1, 0, 0, 0])
    + frame(8, 0, 0, [0x3F, 0, 0, 0])
  static let settings: [UInt8] = frame(4, 0, 0, [0, 3, 0, 0, 0, 100]) + frame(4, 1, 0, [])

  /// A request; gives its stream with it.
  mutating func request(path: String, authority: String) -> (stream: UInt32, bytes: [UInt8]) {
    defer { next += 2 }
    // GET, https, and the path.
    var block: [UInt8] = [0x82, 0x87, 0x04] + Self.text(path)
    if hasAsked {
      // The four that were entered, the last of them at 62.
      block += [0xC1, 0xC0, 0xBF, 0xBE]
    } else {
      block += [0x41] + Self.text(authority) + [0x53] + Self.text("application/json")
      block += [0x50] + Self.text("gzip") + [0x7A] + Self.text("bench/1.0")
      hasAsked = true
    }
    return (next, Self.frame(1, 5, next, block))
  }

  /// The frames of a response, in order.
  mutating func response(_ stream: UInt32, _ body: [UInt8], isGzip: Bool) -> [[UInt8]] {
    var block: [UInt8] = [0x88]
    if hasAnswered {
      block += [0xBF, 0xBE]
    } else {
      block += [0x5F] + Self.text("application/json; charset=utf-8") + [0x76] + Self.text("bench")
      hasAnswered = true
    }
    // Without indexing: what differs from response to response.
    if isGzip { block += [0x0F, 0x0B] + Self.text("gzip") }
    block += [0x0F, 0x0D] + Self.text("\(body.count)")
    var frames = [Self.frame(1, 4, stream, block)]
    for start in stride(from: 0, to: body.count, by: Self.longest) {
      let end = min(start + Self.longest, body.count)
      frames.append(Self.frame(0, end == body.count ? 1 : 0, stream, Array(body[start..<end])))
    }
    return frames
  }

  private static func frame(_ type: UInt8, _ flags: UInt8, _ stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = [UInt8(payload.count >> 16), UInt8(payload.count >> 8 & 0xFF), UInt8(payload.count & 0xFF)]
    bytes += [type, flags]
    bytes.add(stream)
    return bytes + payload
  }

  /// A string of HPACK that is not in Huffman's code; no longer than 126 bytes.
  private static func text(_ text: String) -> [UInt8] { [UInt8(text.utf8.count)] + Array(text.utf8) }
}
