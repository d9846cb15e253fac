import MessageFormats
import Streams
import Wire

/// A message within a stream, as the DATA frame that ends it sees it.
enum HTTP2TreeMessage {
  /// All of it is in the frame.
  case range(Range<Int>)
  /// It came in several frames: its bytes, and the packets that brought them.
  case bytes([UInt8], [StreamPart])
}

/// One side of a gRPC call or of a WebSocket, cut into messages as its DATA comes: it may go on for ever, and each message is shown
/// with the frame that completes it.
struct HTTP2TreeMessages {
  /// What finds where messages end.
  private enum Cutter {
    case grpc(GRPCMessageReader)
    case webSocket(WebSocketFrameCutter)
  }

  private var cutter: Cutter
  private var held: [UInt8] = []
  private var parts: [StreamPart] = []
  /// Whether it is not known where messages begin, or one is too long to be kept.
  private var isLost = false

  static let grpc = HTTP2TreeMessages(cutter: .grpc(GRPCMessageReader()))
  /// The messages are the frames of RFC 6455, in a stream of an extended CONNECT (RFC 8441).
  static let webSocket = HTTP2TreeMessages(cutter: .webSocket(WebSocketFrameCutter()))

  private init(cutter: Cutter) { self.cutter = cutter }

  /// What of a message is kept.
  var heldBytes: Int { held.count }

  /// Takes the content of a DATA frame; gives the messages that it completes.
  ///
  /// - Parameters:
  ///   - frame: the packet that the frame ends in.
  ///   - room: how many bytes may be kept.
  mutating func take(_ bytes: Span<UInt8>, _ content: Range<Int>, frame: Int, room: Int) -> [HTTP2TreeMessage] {
    guard !isLost else { return [] }
    var messages: [HTTP2TreeMessage] = []
    var position = content.lowerBound
    // Where what is not kept yet of the message under way begins.
    var start = position
    let inside = bytes.extracting(0..<content.upperBound)
    while let isWhole = next(inside, &position) {
      guard isWhole else {
        lose()
        return messages
      }
      messages.append(end(inside, start..<position, frame))
      start = position
    }
    let rest = start..<content.upperBound
    guard !rest.isEmpty else { return messages }
    guard rest.count <= room else {
      lose()
      return messages
    }
    keep(inside, rest, frame)
    return messages
  }

  /// Moves past the end of a message; false if the bytes are none, nil if they end before it.
  private mutating func next(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool? {
    switch cutter {
    case .grpc(var reader):
      defer { cutter = .grpc(reader) }
      while let event = reader.next(bytes, &position) {
        switch event {
        case .begin, .data: continue
        case .lost: return false
        case .end: return true
        }
      }
      return nil
    case .webSocket(var reader):
      defer { cutter = .webSocket(reader) }
      return reader.next(bytes, &position) ? true : nil
    }
  }

  /// Bytes are missing: where messages begin is no longer known.
  mutating func lose() {
    isLost = true
    held = []
    parts = []
  }

  private mutating func end(_ bytes: Span<UInt8>, _ range: Range<Int>, _ frame: Int) -> HTTP2TreeMessage {
    guard !held.isEmpty else { return .range(range) }
    keep(bytes, range, frame)
    defer {
      held = []
      parts = []
    }
    return .bytes(held, parts)
  }

  private mutating func keep(_ bytes: Span<UInt8>, _ range: Range<Int>, _ frame: Int) {
    held.append(bytes.extracting(range))
    parts.append(StreamPart(frame: frame, count: range.count))
  }
}

/// Finds where the frames of a WebSocket end, in bytes that come in any pieces.
private struct WebSocketFrameCutter {
  /// The header of the frame under way, until it is whole.
  private var header: [UInt8] = []
  /// What of the payload is still to come; nil while the header is not whole.
  private var rest: Int?

  /// Moves to the end of a frame; false if the bytes end before it.
  mutating func next(_ bytes: Span<UInt8>, _ position: inout Int) -> Bool {
    while rest == nil, position < bytes.count {
      header.append(bytes[position])
      position += 1
      rest = WebSocketFrameHeader(header.span).map { Int(clamping: $0.payloadLength) }
    }
    guard let rest else { return false }
    let taken = min(rest, bytes.count - position)
    position += taken
    self.rest = rest - taken
    guard taken == rest else { return false }
    header = []
    self.rest = nil
    return true
  }
}
